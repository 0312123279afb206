-- All that the application's user, here called app, needs once the tables are there: no right to delete, and none to
-- create, alter or drop. Run as who owns the tables. MySQL and MariaDB name a user as 'app'@'host'; on PostgreSQL the
-- user may use the schema besides, as everybody may use "public".
grant select, insert, update on leader_lease to app;
grant select, insert, update on leader_fence to app;
