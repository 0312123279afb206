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
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

import io.leaderelection.store.Checkpoints;

/**
 * Statements for MySQL and MariaDB, which cannot return the rows of an update. A renewal
 * therefore takes three round trips: it locks and reads the record together with the
 * clock, writes it, and commits.
 * <p>
 * A connection that writes stays out of auto-commit mode, because changing the mode takes
 * a round trip. Proxies that split reads from writes keep a transaction on one server.
 * Some of them judge a statement by its first word and begin the transaction with the
 * first write: they send {@code WITH} to the primary server, but {@code SELECT} to a
 * replica.
 */
final class MySqlStatements extends SteppedStatements {

	/** Independent of the session's time zone. */
	private static final String NOW = "timestampdiff(microsecond, '1970-01-01', utc_timestamp(3)) div 1000";

	private static final String WANTED = """
			json_table(?, '$[*]' columns(item int path '$.i', namespace_hex varchar(1530) path '$.n',
				election_hex varchar(1530) path '$.e', nonce varchar(32) path '$.o', token bigint path '$.t')) w""";

	/** For renewals of which some carry checkpoints; the version of the others is 0. */
	private static final String WANTED_CHECKPOINTS = """
			json_table(?, '$[*]' columns(item int path '$.i', namespace_hex varchar(1530) path '$.n',
				election_hex varchar(1530) path '$.e', nonce varchar(32) path '$.o', token bigint path '$.t',
				checkpoint_version bigint path '$.v' default '0' on empty, checkpoints mediumtext path '$.x')) w""";

	private static final String WANTED_TERMS = """
			json_table(?, '$[*]' columns(item int path '$.i', namespace_hex varchar(1530) path '$.n',
				election_hex varchar(1530) path '$.e', nonce varchar(32) path '$.o', token bigint path '$.t',
				candidate varchar(1536) path '$.c', since bigint path '$.s', duration_ms bigint path '$.d',
				token_floor bigint path '$.f', metadata mediumtext path '$.m')) w""";

	private static final String SAME_KEY = "l.namespace = unhex(w.namespace_hex) and l.election = unhex(w.election_hex)";

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

	private static final String VERSION = "case when {newer} then w.checkpoint_version else l.checkpoint_version end";

	private static final String SOUND = """
			l.token between 1 and 4611686018427387904 and length(l.nonce) = 32
				and l.duration_ms between 1 and 31622400000 and l.expires_at between 0 and 4611686018427387904
				and l.not_before between 0 and 4611686018427387904 and l.released in (0, 1)""";

	private static final String EXTENDED = "? + least(l.duration_ms, 31622400000)";

	private static final String ROW = """
			case when l.namespace is null then 0 else 1 end, l.token, l.nonce, l.duration_ms, l.expires_at,
				l.not_before, l.released""";

	private static final String WHOLE_ROW = "{row}, l.candidate, l.since, left(l.metadata, 65537)";

	/** Skips rows that others have locked; an update alone would wait for them. */
	private static final String LOCKED = """
			(select straight_join w.*, k.namespace, k.election
				from {wanted} join leader_lease k
					on k.namespace = unhex(w.namespace_hex) and k.election = unhex(w.election_hex)
				order by k.namespace, k.election for update skip locked) w""";

	/** Returns rows as applied once they are locked; the next statement writes them. */
	private static final String LOCK_RENEWED = """
			with w as (select * from {wanted})
			select straight_join w.item, {now}, case when {own} and {live} and {sound} then 1 else 0 end, 0, {row},
				null, null, null, {written version}, null
			from w join leader_lease l on {same key}
			order by l.namespace, l.election for update skip locked""";

	/** Compares with the clock by which the record was found live. */
	private static final String RENEW = """
			update leader_lease l join (select ? as clock) c join {wanted} on {same key}
			set l.expires_at = c.clock + l.duration_ms
			where {own} and l.released = 0 and l.expires_at > c.clock and {sound}""";

	/**
	 * Separate from the renewal, because an update of joined tables does not guarantee
	 * the order of its assignments: none may depend on a column that another one changes.
	 */
	private static final String NOTE = """
			update leader_lease l join (select ? as clock) c join {wanted} on {same key}
			set l.checkpoints = w.checkpoints, l.checkpoint_version = w.checkpoint_version
			where {own} and l.released = 0 and l.expires_at > c.clock and {sound} and {newer}""";

	private static final String RELEASE = """
			update leader_lease l join {locked} on l.namespace = w.namespace and l.election = w.election
			set l.released = 1
			where {own} and {sound}""";

	private static final String READ_RELEASED = """
			select w.item, {now}, case when {own} and l.released = 1 and {sound} then 1 else 0 end, 0, {row},
				null, null, null, l.checkpoint_version, null
			from {wanted} left join leader_lease l on {same key}""";

	/** The fourth column is 1 if there is a fence row. */
	private static final String READ = """
			with w as (select * from {wanted})
			select w.item, {now}, 0, case when f.namespace is null then 0 else 1 end, {whole row}, {checkpoints}
			from w left join leader_lease l on {same key}
				left join leader_fence f on f.namespace = unhex(w.namespace_hex) and f.election = unhex(w.election_hex)""";

	private static final String LOCK_FENCES = """
			select straight_join w.item from {wanted} join leader_fence f
				on f.namespace = unhex(w.namespace_hex) and f.election = unhex(w.election_hex)
			order by f.namespace, f.election for update skip locked""";

	private static final String LOCK_RECORDS = """
			select straight_join w.item from {wanted} join leader_lease l on {same key}
			order by l.namespace, l.election for update skip locked""";

	private static final String REPEAT = """
			update leader_lease l join (select ? as clock) c join {wanted} on {same key}
			set l.expires_at = c.clock + l.duration_ms
			where {repeated} and {live} and {sound}""";

	private static final String TAKE = """
			update leader_lease l join (select ? as clock) c join {wanted terms} on {same key}
			set l.token = greatest(l.token + 1, w.token_floor + 1, {now}), l.nonce = w.nonce,
				l.candidate = w.candidate, l.since = w.since, l.duration_ms = w.duration_ms,
				l.expires_at = c.clock + w.duration_ms, l.released = 0, l.metadata = w.metadata
			where l.nonce <> w.nonce and {free} and {seen} and {sound} and l.token < 4611686018427387904""";

	private static final String CREATE = """
			insert ignore into leader_lease (namespace, election, token, nonce, candidate, since, duration_ms,
				expires_at, not_before, released, metadata)
			select unhex(w.namespace_hex), unhex(w.election_hex), greatest(w.token_floor + 1, {now}), w.nonce,
				w.candidate, w.since, w.duration_ms, c.clock + w.duration_ms, 0, 0, w.metadata
			from (select ? as clock) c join {wanted terms}
			where w.token = 0 and not exists (select 1 from leader_lease l where {same key})
			order by w.namespace_hex, w.election_hex""";

	private static final String WRITE_FENCES = """
			insert into leader_fence (namespace, election, token, nonce)
			select l.namespace, l.election, l.token, l.nonce
			from {wanted} join leader_lease l on {same key}
			where {repeated}
			order by l.namespace, l.election
			on duplicate key update token = values(token), nonce = values(nonce)""";

	private static final String READ_GRANTED = """
			select w.item, {now}, case when {repeated} and l.released = 0 and l.expires_at >= {extended} and {sound}
				then 1 else 0 end, 0, {whole row}, l.checkpoint_version, left(l.checkpoints, 65537)
			from {wanted} left join leader_lease l on {same key}""";

	private final String lockRenewed;

	private final String renew;

	private final String lockCheckpoints;

	private final String note;

	private final String release;

	private final String readReleased;

	MySqlStatements(JdbcTables tables) {
		super(new Grant(LOCK_FENCES, LOCK_RECORDS, REPEAT, TAKE, CREATE, WRITE_FENCES, READ_GRANTED)
			.map((text) -> complete(text, tables)), complete(READ.replace("{checkpoints}", "0, null"), tables),
				complete(READ.replace("{checkpoints}", "l.checkpoint_version, left(l.checkpoints, 65537)"), tables));
		this.lockRenewed = complete(LOCK_RENEWED.replace("{written version}", "l.checkpoint_version"), tables);
		this.renew = complete(RENEW, tables);
		this.lockCheckpoints = complete(
				LOCK_RENEWED.replace("{written version}", VERSION).replace("{wanted}", WANTED_CHECKPOINTS), tables);
		this.note = complete(NOTE.replace("{wanted}", WANTED_CHECKPOINTS), tables);
		this.release = complete(RELEASE, tables);
		this.readReleased = complete(READ_RELEASED, tables);
	}

	private static String complete(String statement, JdbcTables tables) {
		return tables.in(statement.replace("{locked}", LOCKED)
			.replace("{wanted}", WANTED)
			.replace("{wanted terms}", WANTED_TERMS)
			.replace("{whole row}", WHOLE_ROW)
			.replace("{row}", ROW)
			.replace("{extended}", EXTENDED)
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
		return inTransaction(connection, () -> {
			Map<Integer, LeaseRow> rows = new HashMap<>();
			boolean noted = Columns.haveCheckpoints(batch);
			query(connection, noted ? this.lockCheckpoints : this.lockRenewed, batch)
				.forEach((row) -> rows.put(row.item(), row));
			List<Wanted> own = batch.stream()
				.filter((wanted) -> rows.containsKey(wanted.item()) && row(rows, wanted).applied())
				.toList();
			if (!own.isEmpty()) {
				long now = row(rows, own.get(0)).now();
				if (noted) {
					update(connection, this.note, now, own, false);
				}
				int written = update(connection, this.renew, now, own, false);
				if (written < own.size()) {
					throw new SQLException(
							"A transaction locked %d records but wrote only %d of them. Does a proxy send "
								.formatted(own.size(), written)
									+ "its statements to several servers? Set leader-election.jdbc.url to the primary server itself");
				}
			}
			List<Wanted> passedOver = batch.stream().filter((wanted) -> !rows.containsKey(wanted.item())).toList();
			if (!passedOver.isEmpty()) {
				rows.putAll(read(connection, passedOver));
			}
			return List.copyOf(rows.values());
		});
	}

	@Override
	public List<LeaseRow> release(Connection connection, List<Wanted> batch) throws SQLException {
		// Reads before the commit: afterwards another candidate may have written the
		// record
		return inTransaction(connection, () -> {
			try (PreparedStatement statement = connection.prepareStatement(this.release)) {
				bind(statement, 1, batch, false);
				statement.executeUpdate();
			}
			return query(connection, this.readReleased, batch);
		});
	}

	@Override
	void afterCommit(Connection connection) {
		// Keeps auto-commit off, because most connections that have written write again
	}

	@Override
	public void bound(Connection connection, Duration timeout) throws SQLException {
		boolean mariaDb = connection.getMetaData()
			.getDatabaseProductVersion()
			.toLowerCase(Locale.ROOT)
			.contains("mariadb");
		long seconds = Math.max(1, timeout.toSeconds());
		StringBuilder settings = new StringBuilder(
				"set session innodb_lock_wait_timeout = 1, session lock_wait_timeout = ")
			.append(seconds);
		if (mariaDb) {
			settings.append(", session max_statement_time = ")
				.append("%d.%03d".formatted(timeout.toSeconds(), timeout.toMillisPart()));
			// A process that is suspended between its locks and its commit blocks others.
			// The settings for either kind of transaction take precedence over the common
			// one
			for (String kind : List.of("", "readonly_", "write_")) {
				settings.append(", session idle_").append(kind).append("transaction_timeout = ").append(seconds);
			}
		}
		else {
			settings.append(", session max_execution_time = ").append(timeout.toMillis());
		}
		try (Statement statement = connection.createStatement()) {
			statement.execute(settings.toString());
		}
	}

	@Override
	void bind(PreparedStatement statement, int first, List<Wanted> batch, boolean terms) throws SQLException {
		statement.setString(first, Columns.json(batch, terms));
	}

}
