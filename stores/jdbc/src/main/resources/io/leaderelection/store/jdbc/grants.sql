-- The privileges of the application's user, here called app, once the tables exist. It needs no privilege to delete,
-- create, alter or drop. Run this script as the owner of the tables. In MySQL and MariaDB write the user as
-- 'app'@'host'. In PostgreSQL the user also needs USAGE on the schema, which everybody has on "public".
grant select, insert, update on leader_lease to app;
grant select, insert, update on leader_fence to app;
