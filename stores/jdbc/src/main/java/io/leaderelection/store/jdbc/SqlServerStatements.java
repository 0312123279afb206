/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;

/**
 * SQL Server. Written by its manual and never run: no server was at hand. Renewals and
 * releases run in a transaction that locks what nobody else has locked, writes it and
 * reads it.
 */
final class SqlServerStatements extends LockingStatements {

	/** Knows no time zone. */
	private static final String NOW = "datediff_big(millisecond, '1970-01-01', sysutcdatetime())";

	private static final String WANTED = """
			(select j.item, convert(varbinary(765), j.n, 2) as namespace, convert(varbinary(765), j.e, 2) as election,
					j.nonce, j.token
				from openjson(?) with (item int '$.i', n varchar(1530) '$.n', e varchar(1530) '$.e',
					nonce varchar(32) '$.o', token bigint '$.t') j) w""";

	private static final String WANTED_TERMS = """
			(select j.item, convert(varbinary(765), j.n, 2) as namespace, convert(varbinary(765), j.e, 2) as election,
					j.nonce, j.token, j.candidate, j.since, j.duration_ms, j.token_floor, j.metadata
				from openjson(?) with (item int '$.i', n varchar(1530) '$.n', e varchar(1530) '$.e',
					nonce varchar(32) '$.o', token bigint '$.t', candidate varchar(1536) '$.c', since bigint '$.s',
					duration_ms bigint '$.d', token_floor bigint '$.f', metadata varchar(max) '$.m') j) w""";

	private static final String LOCK_RECORDS = """
			select w.item from {wanted} join leader_lease l with (updlock, rowlock, readpast) on {same key}
			order by l.namespace, l.election""";

	private static final String LOCK_FENCES = """
			select w.item from {wanted} join leader_fence f with (updlock, rowlock, readpast)
				on f.namespace = w.namespace and f.election = w.election
			order by f.namespace, f.election""";

	private static final String RENEW = """
			update l set expires_at = c.clock + l.duration_ms
			from (select cast(? as bigint) as clock) c cross join {wanted} join leader_lease l on {same key}
			where {own} and {live} and {sound}""";

	private static final String RELEASE = """
			update l set released = 1
			from (select cast(? as bigint) as clock) c cross join {wanted} join leader_lease l on {same key}
			where {own} and {sound}""";

	private static final String REPEAT = """
			update l set expires_at = c.clock + l.duration_ms
			from (select cast(? as bigint) as clock) c cross join {wanted} join leader_lease l on {same key}
			where {repeated} and {live} and {sound}""";

	private static final String TAKE = """
			update l
			set token = (select max(v.t) from (values (l.token + 1), (w.token_floor + 1), ({now})) as v(t)),
				nonce = w.nonce, candidate = w.candidate, since = w.since, duration_ms = w.duration_ms,
				expires_at = c.clock + w.duration_ms, released = 0, metadata = w.metadata
			from (select cast(? as bigint) as clock) c cross join {wanted terms} join leader_lease l on {same key}
			where l.nonce <> w.nonce and {free} and {seen} and {sound} and l.token < 4611686018427387904""";

	/**
	 * A row that appears meanwhile makes it fail with a duplicate key, and is seen the
	 * next time.
	 */
	private static final String CREATE = """
			insert into leader_lease (namespace, election, token, nonce, candidate, since, duration_ms, expires_at,
				not_before, released, metadata)
			select w.namespace, w.election, case when w.token_floor + 1 > {now} then w.token_floor + 1 else {now} end,
				w.nonce, w.candidate, w.since, w.duration_ms, c.clock + w.duration_ms, 0, 0, w.metadata
			from (select cast(? as bigint) as clock) c cross join {wanted terms}
			where w.token = 0 and not exists (select 1 from leader_lease l where {same key})
			order by w.namespace, w.election""";

	private static final String WRITE_FENCES = """
			merge into leader_fence with (holdlock) as f
			using (select l.namespace, l.election, l.token, l.nonce
				from {wanted} join leader_lease l on {same key} where {repeated}) as w
			on f.namespace = w.namespace and f.election = w.election
			when matched then update set token = w.token, nonce = w.nonce
			when not matched then insert (namespace, election, token, nonce)
				values (w.namespace, w.election, w.token, w.nonce);""";

	SqlServerStatements(JdbcTables tables) {
		super(new Texts(WANTED, WANTED_TERMS, NOW, "(select cast(? as bigint) as clock) c", "left(l.metadata, 65537)",
				"len(l.nonce)"), new Writes(RENEW, RELEASE),
				new Grant(LOCK_FENCES, LOCK_RECORDS, REPEAT, TAKE, CREATE, WRITE_FENCES, READ_WRITTEN), tables);
	}

	@Override
	public void bound(Connection connection, Duration timeout) throws SQLException {
		try (Statement statement = connection.createStatement()) {
			statement.execute("set lock_timeout " + (timeout.toMillis() / 8 + 1));
		}
	}

	@Override
	void bind(PreparedStatement statement, int first, List<Wanted> batch, boolean terms) throws SQLException {
		statement.setString(first, Columns.json(batch, terms));
	}

}
