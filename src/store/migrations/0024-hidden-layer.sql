-- The hidden layer of the stance model that an adapter reads beside the signals; NULL: the signals alone.
ALTER TABLE adapters ADD COLUMN layer TEXT;
