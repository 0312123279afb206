/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.postgres;

import java.util.Map;

/**
 * The parts that the {@code postgres} store adds to the statements of the {@code jdbc}
 * store. A statement acquires or releases locks and writes the rows. It returns two more
 * columns: the state of the guard lock, and whether this session now has it.
 * <p>
 * A statement releases a lock before it commits. A session that acquires the lock in
 * between finds the row locked, skips it and tries again. Therefore no candidate mistakes
 * a release for a vanished lock, and no candidate waits for a lock after a release.
 */
final class AdvisorySql {

	/**
	 * The column {@code hold} is 0 if the session does not have the lock, 1 if it has it
	 * for the term of another nonce, 2 for this nonce. The batch is empty in any other
	 * session, so that the statement does nothing there.
	 */
	private static final String COMMANDS = """
			u as materialized (
				{wanted}
				where pg_backend_pid() = any(?::int[])),
			tried as materialized (
				select w.item, {try} as got
				from n cross join u w left join leader_lease l on {same key}
				where w.hold = 0 and {worth a try}),
			w as materialized (
				select u.*, coalesce(t.got, u.hold > 0) as mine, coalesce(t.got, false) as got, t.got is false as kept
				from u left join tried t on t.item = u.item),
			held as materialized (
				select (classid::bigint << 32) | objid::bigint as lock_key
				from pg_locks
				where locktype = 'advisory' and objsubid = 1 and granted
					and database = (select oid from pg_database where datname = current_database()))""";

	private static final String TRY = "pg_try_advisory_lock(w.lock_key)";

	private static final String LOCK_KEY = """
			, hold, ('x' || left(encode(sha256(namespace || '\\x00'::bytea || election), 'hex'), 16))::bit(64)::bigint
						# 'leader_lease'::regclass::oid::bigint as lock_key""";

	/** The term is of this store: the lock is held as long as the session lives. */
	private static final String MARKED = "ascii(l.nonce) between ascii('g') and ascii('v')";

	/** The lock of another candidate's live term is free. */
	private static final String VANISHED = "{marked} and {live} and w.got and l.nonce <> w.nonce";

	/** A live row of the {@code jdbc} store has no lock and is not changed. */
	private static final String TAKEABLE = "(w.mine and (l.namespace is null or {free} or ({vanished})))";

	private static final String LOST = "(l.namespace is null or not ({repeated} and {live} and {sound}))";

	/**
	 * Releases locks. From now on the server ends the session when it is idle for a
	 * lease.
	 */
	private static final String GUARD = """
			,
			dropped as materialized (
				select pg_advisory_unlock(w.lock_key)
				from n cross join w left join leader_lease l on {same key} left join written x on x.item = w.item
				where {dropped}),
			timed as materialized (
				select set_config('idle_session_timeout', least(max(x.duration_ms), 2147483647)::text, false),
					set_config('tcp_user_timeout', least(max(x.duration_ms), 2147483647)::text, false)
				from written x having count(*) > 0)""";

	private static final String EFFECTS = "(select count(*) from dropped) >= 0 and (select count(*) from timed) >= 0";

	private static final String STILL_HELD = "case when w.hold = 1 or (w.hold = 2 and not {lost}) then 1 else 0 end";

	private static final String HELD = "case when w.hold > 0 then 1 else 0 end";

	/**
	 * A renewal tries to acquire the lock of an earlier session again. The row decides,
	 * whether or not this succeeds. An acquire tries first, and releases the locks of
	 * commands that were not granted.
	 */
	static final Map<String, String> PARTS = Map.ofEntries(Map.entry("commands", COMMANDS), Map.entry("try", TRY),
			Map.entry("nonce", "translate(nonce, '0123456789abcdef', 'ghijklmnopqrstuv')"),
			Map.entry("guard types", ", ?::int[]"), Map.entry("guard names", ", hold"),
			Map.entry("guard columns", LOCK_KEY), Map.entry("marked", MARKED), Map.entry("vanished", VANISHED),
			Map.entry("takeable", TAKEABLE), Map.entry("lost", LOST),
			Map.entry("not before", "greatest(l.not_before, case when {live} then l.expires_at else 0 end)"),
			Map.entry("worth a try", "false"), Map.entry("renew: worth a try", "{own} and {live}"),
			Map.entry("acquire: worth a try",
					"((l.namespace is null and w.token = 0) or {repeated} or {free} or {marked})"),
			Map.entry("guard", GUARD), Map.entry("effects", EFFECTS), Map.entry("guard returned", ", w.hold, w.mine"),
			Map.entry("renew: dropped", "x.item is null and (w.got or (w.hold = 2 and {lost}))"),
			Map.entry("acquire: dropped", "x.item is null and w.got"),
			Map.entry("release: dropped", "w.hold = 2 and (x.item is not null or {lost})"),
			Map.entry("guard of written", ", 0, case when x.mine then 1 else 0 end"),
			Map.entry("release: guard of written", ", 0, case when x.hold = 1 then 1 else 0 end"),
			Map.entry("guard of others", ", 0, " + STILL_HELD),
			Map.entry("acquire: guard of others",
					", case when w.kept or (w.hold > 0 and {live}) then 1 when {vanished} then 2 else 0 end, " + HELD),
			Map.entry("observe: guard of others",
					", case when w.lock_key in (select lock_key from held) then 1 when {marked} and {live} then 2 "
							+ "else 0 end, " + HELD));

	private AdvisorySql() {
	}

}
