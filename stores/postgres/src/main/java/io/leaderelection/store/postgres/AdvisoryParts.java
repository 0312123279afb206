/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.postgres;

import io.leaderelection.store.jdbc.LeaseSchema;

import io.leaderelection.store.Checkpoints;

/**
 * The parts of the statements of {@link AdvisorySql}: conditions on the record and its
 * lock, and the columns of the result.
 */
final class AdvisoryParts {

	private static final String CLOCK = """
			n as materialized (
				select floor(extract(epoch from clock_timestamp()) * 1000)::bigint as now)""";

	/** The column {@code hold} is the state of the session's lock, see SessionLocks. */
	private static final String COLUMNS = """
			item, namespace, election, translate(nonce, '0123456789abcdef', 'ghijklmnopqrstuv') as nonce, token, hold,
					('x' || left(encode(sha256(namespace || '\\x00'::bytea || election), 'hex'), 16))::bit(64)::bigint
						# 'leader_lease'::regclass::oid::bigint as lock_key""";

	private static final String SAME_KEY = "l.namespace = w.namespace and l.election = w.election";

	/** The term is the command's own. */
	private static final String OWN = "l.nonce = w.nonce and l.token = w.token";

	/** The record has the nonce of the acquire, which was therefore applied before. */
	private static final String REPEATED = "l.nonce = w.nonce";

	private static final String LIVE = "l.released = 0 and l.expires_at > n.now";

	private static final String FREE = "(l.released = 1 or l.expires_at <= n.now)";

	/** Compare and set: the record is what the candidate last saw. */
	private static final String SEEN = "l.token = w.token";

	/** The term is of this store: the lock is held as long as the session lives. */
	private static final String MARKED = "ascii(l.nonce) between ascii('g') and ascii('v')";

	/** The lock of another candidate's live term is free. */
	private static final String VANISHED = "{marked} and {live} and w.got and l.nonce <> w.nonce";

	private static final String SOUND = """
			l.token between 1 and 4611686018427387904 and length(l.nonce) = 32
				and l.duration_ms between 1 and 31622400000 and l.expires_at between 0 and 4611686018427387904
				and l.not_before between 0 and 4611686018427387904 and l.released in (0, 1)""";

	/** Prevents a late renewal of the same term from replacing newer checkpoints. */
	private static final String NEWER = "(w.checkpoint_version > l.checkpoint_version " + "or l.checkpoint_version > "
			+ Checkpoints.MAX_VERSION + ")";

	private static final String EXTENDED = "n.now + l.duration_ms";

	private static final String TRY = "pg_try_advisory_lock(w.lock_key)";

	/** The nonce in the form of the {@code jdbc} store. */
	private static final String PLAIN = "translate({of}.nonce, 'ghijklmnopqrstuv', '0123456789abcdef')";

	private static final String WHOLE_ROW = """
			l.token, {plain l}, l.duration_ms, l.expires_at, l.not_before, l.released, l.candidate, l.since,
				left(l.metadata, 65537)""";

	private static final String LOCKED = """
			locked as materialized (
				select w.* from w join leader_lease l on {same key}
				order by l.namespace, l.election for no key update of l skip locked)""";

	/** From now on the server ends the session when it is idle for a lease. */
	private static final String TIMED = """
			timed as materialized (
				select set_config('idle_session_timeout', least(max(x.duration_ms), 2147483647)::text, false),
					set_config('tcp_user_timeout', least(max(x.duration_ms), 2147483647)::text, false)
				from written x having count(*) > 0)""";

	/** The channel of a namespace, equal to that of the {@code jdbc} store. */
	private static final String CHANNEL = "'leader_election_' || left(encode(sha256(w.namespace), 'hex'), 32)";

	private static final String WRITTEN_ROW = """
			x.item, n.now, 1, 0, 1, x.token, {plain x}, x.duration_ms, x.expires_at, x.not_before, x.released,
				null, null::bigint, null, x.checkpoint_version, {notes}, 0""";

	private static final String FORMER_ROW = """
			w.item, n.now, 0, 0, case when l.namespace is null then 0 else 1 end, l.token, {plain l}, l.duration_ms,
				l.expires_at, l.not_before, l.released, null, null::bigint, null, l.checkpoint_version, null, 0""";

	private AdvisoryParts() {
	}

	/**
	 * Inserts the parts into a statement.
	 * @param statement the statement, with the names of the parts in braces
	 * @param notes the column that returns the checkpoints
	 * @param schema the tables
	 * @return the statement
	 */
	static String complete(String statement, String notes, LeaseSchema schema) {
		return schema.in(statement.replace("{clock}", CLOCK)
			.replace("{columns}", COLUMNS)
			.replace("{locked}", LOCKED)
			.replace("{timed}", TIMED)
			.replace("{whole row}", WHOLE_ROW)
			.replace("{written row}", WRITTEN_ROW)
			.replace("{former row}", FORMER_ROW)
			.replace("{notes}", notes)
			.replace("{newer}", NEWER)
			.replace("{plain l}", PLAIN.replace("{of}", "l"))
			.replace("{plain x}", PLAIN.replace("{of}", "x"))
			.replace("{extended}", EXTENDED)
			.replace("{try}", TRY)
			.replace("{channel}", CHANNEL)
			.replace("{vanished}", VANISHED)
			.replace("{own}", OWN)
			.replace("{repeated}", REPEATED)
			.replace("{seen}", SEEN)
			.replace("{live}", LIVE)
			.replace("{free}", FREE)
			.replace("{marked}", MARKED)
			.replace("{sound}", SOUND)
			.replace("{same key}", SAME_KEY));
	}

}
