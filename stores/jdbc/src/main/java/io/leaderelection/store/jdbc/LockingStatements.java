/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * For databases whose updates would wait for locked rows: renewals and releases, too,
 * lock what nobody else has locked, write it, and read it before they commit.
 */
abstract class LockingStatements extends SteppedStatements {

	/** What was written counts from a clock that was read before. */
	static final String READ_WRITTEN = """
			select w.item, {now}, case when {repeated} and l.released = 0 and l.expires_at >= {extended} and {sound}
				then 1 else 0 end, 0, {whole row}
			from {clock} cross join {wanted} left join leader_lease l on {same key}""";

	private static final String READ_RENEWED = """
			select w.item, {now}, case when {own} and l.released = 0 and l.expires_at >= {extended} and {sound}
				then 1 else 0 end, 0, {whole row}
			from {clock} cross join {wanted} left join leader_lease l on {same key}""";

	private static final String READ_RELEASED = """
			select w.item, {now}, case when {own} and l.released = 1 and {sound} then 1 else 0 end, 0, {whole row}
			from {clock} cross join {wanted} left join leader_lease l on {same key}""";

	/** The fourth column tells whether there is a fence. */
	private static final String READ = """
			select w.item, {now}, 0, case when f.namespace is null then 0 else 1 end, {whole row}
			from {wanted} left join leader_lease l on {same key}
				left join leader_fence f on f.namespace = w.namespace and f.election = w.election""";

	private static final String SAME_KEY = "l.namespace = w.namespace and l.election = w.election";

	/** The term is the command's own. */
	private static final String OWN = "l.nonce = w.nonce and l.token = w.token";

	/** The record carries the nonce of an acquire: it was applied before. */
	private static final String REPEATED = "l.nonce = w.nonce";

	private static final String LIVE = "l.released = 0 and l.expires_at > {now}";

	private static final String FREE = "(l.released = 1 or l.expires_at <= {now})";

	/** Compare and set: the record is what the candidate last saw. */
	private static final String SEEN = "l.token = w.token";

	private static final String SOUND = """
			l.token between 1 and 4611686018427387904 and {length} = 32
				and l.duration_ms between 1 and 31622400000 and l.expires_at between 0 and 4611686018427387904
				and l.not_before between 0 and 4611686018427387904 and l.released in (0, 1)""";

	private static final String EXTENDED = """
			c.clock + case when l.duration_ms < 31622400000 then l.duration_ms else 31622400000 end""";

	private static final String WHOLE_ROW = """
			case when l.namespace is null then 0 else 1 end, l.token, l.nonce, l.duration_ms, l.expires_at,
				l.not_before, l.released, l.candidate, l.since, {metadata}""";

	private final String lock;

	private final String renew;

	private final String readRenewed;

	private final String release;

	private final String readReleased;

	LockingStatements(Texts texts, Writes writes, Grant grant, JdbcTables tables) {
		super(grant.map((text) -> texts.complete(text, tables)), texts.complete(READ, tables));
		this.lock = texts.complete(grant.lockRecords(), tables);
		this.renew = texts.complete(writes.renewAtClock(), tables);
		this.release = texts.complete(writes.releaseAtClock(), tables);
		this.readRenewed = texts.complete(READ_RENEWED, tables);
		this.readReleased = texts.complete(READ_RELEASED, tables);
	}

	@Override
	public List<LeaseRow> renew(Connection connection, List<Wanted> batch) throws SQLException {
		return write(connection, this.renew, this.readRenewed, batch);
	}

	@Override
	public List<LeaseRow> release(Connection connection, List<Wanted> batch) throws SQLException {
		return write(connection, this.release, this.readReleased, batch);
	}

	private List<LeaseRow> write(Connection connection, String write, String read, List<Wanted> batch)
			throws SQLException {
		Map<Integer, LeaseRow> rows = new HashMap<>();
		observe(connection, batch).forEach((row) -> rows.put(row.item(), row));
		long clock = row(rows, batch.get(0)).now();
		inTransaction(connection, () -> {
			Set<Integer> locked = items(connection, this.lock, batch);
			List<Wanted> reached = batch.stream().filter((wanted) -> locked.contains(wanted.item())).toList();
			if (!reached.isEmpty()) {
				update(connection, write, clock, reached, false);
				query(connection, read, clock, reached).forEach((row) -> rows.put(row.item(), row));
			}
			return locked;
		});
		return new ArrayList<>(rows.values());
	}

	/**
	 * The writes of leaders.
	 *
	 * @param renewAtClock extends terms
	 * @param releaseAtClock marks records released
	 */
	record Writes(String renewAtClock, String releaseAtClock) {

	}

	/**
	 * How a dialect says things.
	 *
	 * @param wanted the batch as a table
	 * @param wantedTerms the batch with all its columns
	 * @param now its clock, in milliseconds
	 * @param clock a table with the clock that was read before
	 * @param metadata reads no more of metadata than may be there
	 * @param length the length of the nonce
	 */
	record Texts(String wanted, String wantedTerms, String now, String clock, String metadata, String length) {

		String complete(String statement, JdbcTables tables) {
			return tables.in(statement.replace("{wanted}", this.wanted)
				.replace("{wanted terms}", this.wantedTerms)
				.replace("{clock}", this.clock)
				.replace("{whole row}", WHOLE_ROW)
				.replace("{metadata}", this.metadata)
				.replace("{extended}", EXTENDED)
				.replace("{own}", OWN)
				.replace("{repeated}", REPEATED)
				.replace("{seen}", SEEN)
				.replace("{live}", LIVE)
				.replace("{free}", FREE)
				.replace("{sound}", SOUND)
				.replace("{length}", this.length)
				.replace("{same key}", SAME_KEY)
				.replace("{now}", this.now));
		}

	}

}
