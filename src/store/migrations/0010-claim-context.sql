-- REQ 3.3.1: title and heading that a claim's text was completed with, where its sentence does not stand alone.
ALTER TABLE claims ADD COLUMN context TEXT;
