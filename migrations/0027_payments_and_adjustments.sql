-- Customers may get a receipt by mail; when the last one went is kept with the payment.
alter table invoicepayments add column receipt_sent_at timestamp(3) with time zone;
