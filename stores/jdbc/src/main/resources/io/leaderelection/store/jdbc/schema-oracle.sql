-- One row for each election, never deleted: the evidence of who leads, or led.
-- Times are milliseconds since the epoch by the clock of the database, but for since.
create table leader_lease (
	namespace raw(765) not null,
	election raw(765) not null,
	token number(19) not null,
	nonce varchar2(32) not null,
	candidate varchar2(1536) not null,
	since number(19) not null,
	duration_ms number(19) not null,
	expires_at number(19) not null,
	not_before number(19) not null,
	released number(1) not null,
	metadata clob not null,
	primary key (namespace, election)
);

-- The term that may write: touched by grants alone, so that transactions may lock its row.
create table leader_fence (
	namespace raw(765) not null,
	election raw(765) not null,
	token number(19) not null,
	nonce varchar2(32) not null,
	primary key (namespace, election)
);
