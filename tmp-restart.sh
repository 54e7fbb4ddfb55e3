cd /work/wt/demo17
nohup node_modules/.bin/node tmp-cluster.ts > /tmp/d17/cluster.log 2>&1 & echo $! > /tmp/d17/cluster.pid
