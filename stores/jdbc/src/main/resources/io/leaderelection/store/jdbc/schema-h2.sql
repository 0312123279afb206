-- One row for each election, which records its latest term. Never deleted.
-- Times are milliseconds since the epoch by the clock of the database, except for since, which the candidate sets.
create table leader_lease (
	namespace varbinary(765) not null,
	election varbinary(765) not null,
	token bigint not null,
	nonce varchar(32) not null,
	candidate varchar(1536) not null,
	since bigint not null,
	duration_ms bigint not null,
	expires_at bigint not null,
	not_before bigint not null,
	released smallint not null,
	metadata varchar(65536) not null,
	checkpoints varchar(65536),
	checkpoint_version bigint default 0 not null,
	primary key (namespace, election)
);

-- The latest term of each election. Only grants write it, so that fenced transactions can lock its row.
create table leader_fence (
	namespace varbinary(765) not null,
	election varbinary(765) not null,
	token bigint not null,
	nonce varchar(32) not null,
	primary key (namespace, election)
);
