-- What a person wrote beside a document that the program words: where that threatens with the dark,
-- the words are kept here, and whoever is cared for by the time it leaves does not get it.
alter table messages add column own_threat text;
