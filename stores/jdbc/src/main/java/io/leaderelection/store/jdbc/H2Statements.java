/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc;

import java.nio.ByteBuffer;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

import io.leaderelection.store.Checkpoints;

/**
 * Statements for H2. A renewal is one statement that returns the written rows. The driver
 * makes one round trip to prepare a statement and one to execute it.
 */
final class H2Statements extends SteppedStatements {

	private static final String NOW = "cast(extract(epoch from current_timestamp) * 1000 as bigint)";

	private static final String WANTED = """
			table(item int = ?, namespace varbinary(765) = ?, election varbinary(765) = ?, nonce varchar = ?,
				token bigint = ?) w""";

	/** For renewals of which some carry checkpoints; the version of the others is 0. */
	private static final String WANTED_CHECKPOINTS = """
			table(item int = ?, namespace varbinary(765) = ?, election varbinary(765) = ?, nonce varchar = ?,
				token bigint = ?, checkpoint_version bigint = ?, checkpoints varchar = ?) w""";

	private static final String WANTED_TERMS = """
			table(item int = ?, namespace varbinary(765) = ?, election varbinary(765) = ?, nonce varchar = ?,
				token bigint = ?, candidate varchar = ?, since bigint = ?, duration_ms bigint = ?,
				token_floor bigint = ?, metadata varchar = ?) w""";

	private static final String SAME_KEY = "l.namespace = w.namespace and l.election = w.election";

	/** The term is the command's own. */
	private static final String OWN = "l.nonce = w.nonce and l.token = w.token";

	/** The record has the nonce of the acquire, which was therefore applied before. */
	private static final String REPEATED = "l.nonce = w.nonce";

	private static final String LIVE = "l.released = 0 and l.expires_at > {now}";

	private static final String FREE = "(l.released = 1 or l.expires_at <= {now})";

	/** Compare and set: the record is what the candidate last saw. */
	private static final String SEEN = "l.token = w.token";

	/**
	 * Versions order the writes within a term, so that a late renewal cannot replace
	 * newer checkpoints.
	 */
	private static final String NEWER = "(w.checkpoint_version > l.checkpoint_version " + "or l.checkpoint_version > "
			+ Checkpoints.MAX_VERSION + ")";

	private static final String NOTED = """
			, checkpoints = case when {newer} then w.checkpoints else l.checkpoints end,
			checkpoint_version = case when {newer} then w.checkpoint_version else l.checkpoint_version end""";

	private static final String SOUND = """
			l.token between 1 and 4611686018427387904 and length(l.nonce) = 32
				and l.duration_ms between 1 and 31622400000 and l.expires_at between 0 and 4611686018427387904
				and l.not_before between 0 and 4611686018427387904 and l.released in (0, 1)""";

	private static final String ROW = """
			case when l.namespace is null then 0 else 1 end, l.token, l.nonce, l.duration_ms, l.expires_at,
				l.not_before, l.released""";

	private static final String WHOLE_ROW = "{row}, l.candidate, l.since, left(l.metadata, 65537)";

	/** The fourth column is 1 if there is a fence row. */
	private static final String READ = """
			select w.item, {now}, 0, case when f.namespace is null then 0 else 1 end, {whole row}, {checkpoints}
			from {wanted} left join leader_lease l on {same key}
				left join leader_fence f on f.namespace = w.namespace and f.election = w.election""";

	/** Skips rows that others have locked; a merge alone would wait for them. */
	private static final String LOCKED = """
			(select w.* from {wanted} join leader_lease l on {same key}
			order by l.namespace, l.election for update skip locked) w""";

	private static final String RENEW = """
			select 0, {now}, 1, 0, {row}, null, null, null, l.checkpoint_version, null, l.namespace, l.election
			from final table (
				merge into leader_lease l using {locked} on {same key}
				when matched and {own} and {live} and {sound}
					then update set expires_at = {now} + l.duration_ms{noted}) l""";

	private static final String RELEASE = """
			select 0, {now}, 1, 0, {row}, null, null, null, l.checkpoint_version, null, l.namespace, l.election
			from final table (
				merge into leader_lease l using {locked} on {same key}
				when matched and {own} and {sound} then update set released = 1) l""";

	private static final String LOCK_FENCES = """
			select w.item from {wanted} join leader_fence f on f.namespace = w.namespace and f.election = w.election
			order by f.namespace, f.election for update skip locked""";

	private static final String LOCK_RECORDS = """
			select w.item from {wanted} join leader_lease l on {same key}
			order by l.namespace, l.election for update skip locked""";

	private static final String REPEAT = """
			merge into leader_lease l using (select cast(? as bigint) as clock, w.* from {wanted}) w on {same key}
			when matched and {repeated} and {live} and {sound} then update set expires_at = w.clock + l.duration_ms""";

	private static final String TAKE = """
			merge into leader_lease l using (select cast(? as bigint) as clock, w.* from {wanted terms}) w
				on {same key}
			when matched and l.nonce <> w.nonce and {free} and {seen} and {sound} and l.token < 4611686018427387904
				then update set token = greatest(l.token + 1, w.token_floor + 1, {now}), nonce = w.nonce,
					candidate = w.candidate, since = w.since, duration_ms = w.duration_ms,
					expires_at = w.clock + w.duration_ms, released = 0, metadata = w.metadata""";

	/**
	 * Fails with a duplicate key if another transaction inserts the row first; the next
	 * attempt sees that row.
	 */
	private static final String CREATE = """
			insert into leader_lease (namespace, election, token, nonce, candidate, since, duration_ms, expires_at,
				not_before, released, metadata)
			select w.namespace, w.election, greatest(w.token_floor + 1, {now}), w.nonce, w.candidate, w.since,
				w.duration_ms, w.clock + w.duration_ms, 0, 0, w.metadata
			from (select cast(? as bigint) as clock, w.* from {wanted terms}) w
			where w.token = 0 and not exists (select 1 from leader_lease l where {same key})
			order by w.namespace, w.election""";

	private static final String WRITE_FENCES = """
			merge into leader_fence f using (
				select l.namespace, l.election, l.token, l.nonce
				from {wanted} join leader_lease l on {same key}
				where {repeated} order by l.namespace, l.election) w
			on f.namespace = w.namespace and f.election = w.election
			when matched then update set token = w.token, nonce = w.nonce
			when not matched then insert (namespace, election, token, nonce)
				values (w.namespace, w.election, w.token, w.nonce)""";

	private static final String READ_GRANTED = """
			select w.item, {now}, case when {repeated} and l.released = 0 and l.expires_at >= c.clock + least(l.duration_ms, 31622400000)
				and {sound} then 1 else 0 end, 0, {whole row}, l.checkpoint_version, left(l.checkpoints, 65537)
			from (select cast(? as bigint) as clock) c cross join {wanted} left join leader_lease l on {same key}""";

	private final String renew;

	private final String renewCheckpoints;

	private final String release;

	H2Statements(JdbcTables tables) {
		super(new Grant(LOCK_FENCES, LOCK_RECORDS, REPEAT, TAKE, CREATE, WRITE_FENCES, READ_GRANTED)
			.map((text) -> complete(text, tables)), complete(READ.replace("{checkpoints}", "0, null"), tables),
				complete(READ.replace("{checkpoints}", "l.checkpoint_version, left(l.checkpoints, 65537)"), tables));
		this.renew = complete(RENEW.replace("{noted}", ""), tables);
		this.renewCheckpoints = complete(
				RENEW.replace("{noted}", NOTED).replace("{locked}", LOCKED.replace("{wanted}", WANTED_CHECKPOINTS)),
				tables);
		this.release = complete(RELEASE, tables);
	}

	private static String complete(String statement, JdbcTables tables) {
		return tables.in(statement.replace("{locked}", LOCKED)
			.replace("{wanted}", WANTED)
			.replace("{wanted terms}", WANTED_TERMS)
			.replace("{whole row}", WHOLE_ROW)
			.replace("{row}", ROW)
			.replace("{own}", OWN)
			.replace("{repeated}", REPEATED)
			.replace("{seen}", SEEN)
			.replace("{live}", LIVE)
			.replace("{free}", FREE)
			.replace("{sound}", SOUND)
			.replace("{same key}", SAME_KEY)
			.replace("{newer}", NEWER)
			.replace("{now}", NOW));
	}

	@Override
	public List<LeaseRow> renew(Connection connection, List<Wanted> batch) throws SQLException {
		return Columns.haveCheckpoints(batch)
				? write(connection, this.renewCheckpoints, batch, Columns.ofRenewals(batch))
				: write(connection, this.renew, batch, Columns.ofKeys(batch));
	}

	@Override
	public List<LeaseRow> release(Connection connection, List<Wanted> batch) throws SQLException {
		return write(connection, this.release, batch, Columns.ofKeys(batch));
	}

	private List<LeaseRow> write(Connection connection, String sql, List<Wanted> batch, Object[][] columns)
			throws SQLException {
		List<LeaseRow> rows = new ArrayList<>();
		try (PreparedStatement statement = prepareQuery(connection, sql, batch.size())) {
			bind(statement, 1, columns);
			rows.addAll(readWritten(statement.executeQuery(), batch));
		}
		Set<Integer> written = rows.stream().map(LeaseRow::item).collect(Collectors.toSet());
		List<Wanted> others = batch.stream().filter((wanted) -> !written.contains(wanted.item())).toList();
		if (!others.isEmpty()) {
			rows.addAll(inspect(connection, others));
		}
		return rows;
	}

	/**
	 * Assigns rows to commands by their keys here, because a join with the batch in SQL
	 * would compare every pair.
	 */
	private static List<LeaseRow> readWritten(ResultSet rows, List<Wanted> batch) throws SQLException {
		Map<List<ByteBuffer>, Integer> items = new HashMap<>();
		batch.forEach((wanted) -> items.put(key(wanted.namespace(), wanted.election()), wanted.item()));
		List<LeaseRow> written = new ArrayList<>();
		try (rows) {
			while (rows.next()) {
				Integer item = Objects.requireNonNull(items.get(key(rows.getBytes(17), rows.getBytes(18))));
				written.add(LeaseRow.read(rows, item));
			}
		}
		return written;
	}

	private static List<ByteBuffer> key(byte[] namespace, byte[] election) {
		return List.of(ByteBuffer.wrap(namespace), ByteBuffer.wrap(election));
	}

	@Override
	public void bound(Connection connection, Duration timeout) throws SQLException {
		try (Statement statement = connection.createStatement()) {
			statement.execute("set lock_timeout " + (timeout.toMillis() / 8 + 1));
			statement.execute("set query_timeout " + timeout.toMillis());
		}
	}

	/**
	 * Uses a scrollable result, because otherwise rows are fetched in blocks of 100 and
	 * drivers before 2.4 ignore another fetch size.
	 */
	@Override
	PreparedStatement prepareQuery(Connection connection, String sql, int rows) throws SQLException {
		return connection.prepareStatement(sql, ResultSet.TYPE_SCROLL_INSENSITIVE, ResultSet.CONCUR_READ_ONLY);
	}

	@Override
	void bind(PreparedStatement statement, int first, List<Wanted> batch, boolean terms) throws SQLException {
		bind(statement, first, terms ? Columns.ofTerms(batch) : Columns.ofKeys(batch));
	}

	private static void bind(PreparedStatement statement, int first, Object[][] columns) throws SQLException {
		for (int i = 0; i < columns.length; i++) {
			statement.setObject(first + i, columns[i]);
		}
	}

}
