/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc;

import java.io.StringReader;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;

/**
 * Oracle. Written by its manual and never run: no server was at hand. Renewals and
 * releases run in a transaction that locks what nobody else has locked, writes it and
 * reads it. The server bounds no statement; the driver's read time-out does.
 */
final class OracleStatements extends LockingStatements {

	/** Knows no time zone. */
	private static final String NOW = """
			(extract(day from (sys_extract_utc(systimestamp) - timestamp '1970-01-01 00:00:00')) * 86400000
				+ extract(hour from (sys_extract_utc(systimestamp) - timestamp '1970-01-01 00:00:00')) * 3600000
				+ extract(minute from (sys_extract_utc(systimestamp) - timestamp '1970-01-01 00:00:00')) * 60000
				+ trunc(extract(second from (sys_extract_utc(systimestamp)
					- timestamp '1970-01-01 00:00:00')) * 1000))""";

	private static final String WANTED = """
			(select j.item, hextoraw(j.n) as namespace, hextoraw(j.e) as election, j.nonce, j.token
				from json_table(?, '$[*]' columns (item number path '$.i', n varchar2(1530) path '$.n',
					e varchar2(1530) path '$.e', nonce varchar2(32) path '$.o', token number path '$.t')) j) w""";

	private static final String WANTED_TERMS = """
			(select j.item, hextoraw(j.n) as namespace, hextoraw(j.e) as election, j.nonce, j.token, j.candidate,
					j.since, j.duration_ms, j.token_floor, j.metadata
				from json_table(?, '$[*]' columns (item number path '$.i', n varchar2(1530) path '$.n',
					e varchar2(1530) path '$.e', nonce varchar2(32) path '$.o', token number path '$.t',
					candidate varchar2(1536) path '$.c', since number path '$.s', duration_ms number path '$.d',
					token_floor number path '$.f', metadata clob path '$.m')) j) w""";

	private static final String LOCK_RECORDS = """
			select (select w.item from {wanted} where {same key}) as item
			from leader_lease l
			where (l.namespace, l.election) in (select w.namespace, w.election from {wanted})
			order by l.namespace, l.election for update skip locked""";

	private static final String LOCK_FENCES = """
			select (select w.item from {wanted} where f.namespace = w.namespace and f.election = w.election) as item
			from leader_fence f
			where (f.namespace, f.election) in (select w.namespace, w.election from {wanted})
			order by f.namespace, f.election for update skip locked""";

	private static final String RENEW = """
			merge into leader_lease l
			using (select c.clock, w.* from {clock} cross join {wanted}) w on ({same key})
			when matched then update set l.expires_at = w.clock + l.duration_ms
				where {own} and {live} and {sound}""";

	private static final String RELEASE = """
			merge into leader_lease l
			using (select c.clock, w.* from {clock} cross join {wanted}) w on ({same key})
			when matched then update set l.released = 1 where {own} and {sound}""";

	private static final String REPEAT = """
			merge into leader_lease l
			using (select c.clock, w.* from {clock} cross join {wanted}) w on ({same key})
			when matched then update set l.expires_at = w.clock + l.duration_ms
				where {repeated} and {live} and {sound}""";

	private static final String TAKE = """
			merge into leader_lease l
			using (select c.clock, w.* from {clock} cross join {wanted terms}) w on ({same key})
			when matched then update set l.token = greatest(l.token + 1, w.token_floor + 1, {now}),
					l.nonce = w.nonce, l.candidate = w.candidate, l.since = w.since, l.duration_ms = w.duration_ms,
					l.expires_at = w.clock + w.duration_ms, l.released = 0, l.metadata = w.metadata
				where l.nonce <> w.nonce and {free} and {seen} and {sound} and l.token < 4611686018427387904""";

	/**
	 * A row that appears meanwhile makes it fail with a duplicate key, and is seen the
	 * next time.
	 */
	private static final String CREATE = """
			insert into leader_lease (namespace, election, token, nonce, candidate, since, duration_ms, expires_at,
				not_before, released, metadata)
			select w.namespace, w.election, greatest(w.token_floor + 1, {now}), w.nonce, w.candidate, w.since,
				w.duration_ms, c.clock + w.duration_ms, 0, 0, w.metadata
			from {clock} cross join {wanted terms}
			where w.token = 0 and not exists (select 1 from leader_lease l where {same key})""";

	private static final String WRITE_FENCES = """
			merge into leader_fence f
			using (select l.namespace, l.election, l.token, l.nonce
				from {wanted} join leader_lease l on {same key} where {repeated}) w
			on (f.namespace = w.namespace and f.election = w.election)
			when matched then update set f.token = w.token, f.nonce = w.nonce
			when not matched then insert (namespace, election, token, nonce)
				values (w.namespace, w.election, w.token, w.nonce)""";

	OracleStatements(JdbcTables tables) {
		super(new Texts(WANTED, WANTED_TERMS, NOW, "(select cast(? as number) as clock from dual) c", "l.metadata",
				"length(l.nonce)"), new Writes(RENEW, RELEASE),
				new Grant(LOCK_FENCES, LOCK_RECORDS, REPEAT, TAKE, CREATE, WRITE_FENCES, READ_WRITTEN), tables);
	}

	@Override
	public void bound(Connection connection, Duration timeout) {
		// No setting of a session does
	}

	/** The driver fetches ten rows at a time, unless told. */
	@Override
	PreparedStatement prepareQuery(Connection connection, String sql, int rows) throws SQLException {
		PreparedStatement statement = super.prepareQuery(connection, sql, rows);
		statement.setFetchSize(rows);
		return statement;
	}

	@Override
	void bind(PreparedStatement statement, int first, List<Wanted> batch, boolean terms) throws SQLException {
		String json = Columns.json(batch, terms);
		int last = statement.getParameterMetaData().getParameterCount();
		for (int i = first; i <= last; i++) {
			statement.setCharacterStream(i, new StringReader(json), json.length());
		}
	}

}
