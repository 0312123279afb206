/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.postgres;

import io.leaderelection.store.jdbc.LeaseSchema;

/**
 * The SQL of the statements of the {@code postgres} store, each for a batch of any size.
 * A statement acquires or releases locks and writes the rows. It returns the columns of
 * the {@code jdbc} store and two more: the state of the guard lock, and whether this
 * session now has it.
 * <p>
 * A statement releases a lock before it commits. A session that acquires the lock in
 * between finds the row locked, skips it and tries again. Therefore no candidate mistakes
 * a release for a vanished lock, and no candidate waits for a lock after a release.
 */
final class AdvisorySql {

	/** Empty in any other session, so that the statement does nothing there. */
	private static final String WANTED = """
			w as materialized (
				select {columns}
				from unnest(?::int[], ?::bytea[], ?::bytea[], ?::text[], ?::bigint[], ?::int[])
					as u(item, namespace, election, nonce, token, hold)
				where pg_backend_pid() = ?)""";

	/** For renewals of which some carry checkpoints; the version of the others is 0. */
	private static final String WANTED_CHECKPOINTS = """
			w as materialized (
				select {columns}, checkpoint_version, checkpoints
				from unnest(?::int[], ?::bytea[], ?::bytea[], ?::text[], ?::bigint[], ?::bigint[], ?::text[], ?::int[])
					as u(item, namespace, election, nonce, token, checkpoint_version, checkpoints, hold)
				where pg_backend_pid() = ?)""";

	private static final String WANTED_TERMS = """
			w as materialized (
				select {columns}, candidate, since, duration_ms, token_floor, metadata
				from unnest(?::int[], ?::bytea[], ?::bytea[], ?::text[], ?::bigint[],
						?::text[], ?::bigint[], ?::bigint[], ?::bigint[], ?::text[], ?::int[])
					as u(item, namespace, election, nonce, token, candidate, since, duration_ms, token_floor, metadata,
						hold)
				where pg_backend_pid() = ?)""";

	private static final String NOTED = """
			, checkpoints = case when {newer} then w.checkpoints else l.checkpoints end,
			checkpoint_version = case when {newer} then w.checkpoint_version else l.checkpoint_version end""";

	/**
	 * Tries to acquire the lock of an earlier session again. The row decides, whether or
	 * not this succeeds.
	 */
	private static final String RENEW = """
			with {clock}, {wanted},
			tried as materialized (
				select w.item, {try} as got
				from n cross join w join leader_lease l on {same key}
				where w.hold = 0 and {own} and {live}),
			{locked},
			written as (
				update leader_lease l set expires_at = {extended}{noted}
				from n, locked w
				where {same key} and {own} and {live} and {sound}
				returning w.item, w.hold, l.token, l.nonce, l.duration_ms, l.expires_at, l.not_before, l.released,
					l.checkpoint_version),
			missed as materialized (
				select w.item, w.lock_key, w.hold, coalesce(t.got, false) as got,
					l.namespace is null or not ({repeated} and {live} and {sound}) as lost
				from n cross join w left join leader_lease l on {same key} left join tried t on t.item = w.item
				where not exists (select 1 from written x where x.item = w.item)),
			dropped as materialized (
				select pg_advisory_unlock(m.lock_key) from missed m where m.got or (m.hold = 2 and m.lost)),
			{timed}
			select {written row}, case when x.hold > 0 or t.got then 1 else 0 end
			from n cross join written x left join tried t on t.item = x.item
			where (select count(*) from timed) >= 0
			union all
			select {former row}, case when m.hold = 1 or (m.hold = 2 and not m.lost) then 1 else 0 end
			from n cross join missed m join w on w.item = m.item left join leader_lease l on {same key}
			where (select count(*) from dropped) >= 0""";

	/**
	 * Does not wait until the release is on disk or on a replica: if a crash undoes it,
	 * the lock counts as vanished.
	 */
	private static final String RELEASE = """
			with {clock}, {wanted}, {locked},
			written as (
				update leader_lease l set released = 1
				from n, locked w
				where {same key} and {own} and {sound}
				returning w.item, w.hold, l.token, l.nonce, l.duration_ms, l.expires_at, l.not_before, l.released,
					l.checkpoint_version),
			missed as materialized (
				select w.item, w.lock_key, w.hold, l.namespace is null or not ({repeated} and {sound}) as lost
				from w left join leader_lease l on {same key}
				where not exists (select 1 from written x where x.item = w.item)),
			dropped as materialized (
				select pg_advisory_unlock(w.lock_key)
				from w left join missed m on m.item = w.item
				where w.hold = 2 and (m.item is null or m.lost)),
			notified as materialized (
				select pg_notify({channel}, encode(w.election, 'hex')), set_config('synchronous_commit', 'off', true)
				from w join written x on x.item = w.item)
			select {written row}, case when x.hold = 1 then 1 else 0 end
			from n cross join written x
			where (select count(*) from dropped) >= 0 and (select count(*) from notified) >= 0
			union all
			select {former row}, case when m.hold = 1 or (m.hold = 2 and not m.lost) then 1 else 0 end
			from n cross join missed m join w on w.item = m.item left join leader_lease l on {same key}
			where (select count(*) from dropped) >= 0""";

	private static final String OBSERVE = """
			with {clock}, {wanted},
			held as materialized (
				select (classid::bigint << 32) | objid::bigint as lock_key
				from pg_locks
				where locktype = 'advisory' and objsubid = 1 and granted
					and database = (select oid from pg_database where datname = current_database()))
			select w.item, n.now, 0, 0, case when l.namespace is null then 0 else 1 end, {whole row},
				l.checkpoint_version, left(l.checkpoints, 65537),
				case when w.lock_key in (select lock_key from held) then 1 when {marked} and {live} then 2 else 0 end,
				case when w.hold > 0 then 1 else 0 end
			from n cross join w left join leader_lease l on {same key}""";

	/**
	 * Tries to acquire the guard lock first; a live row of the {@code jdbc} store has
	 * none and is not changed. Then locks the fence row before the record, so that a
	 * fenced transaction that has locked it prevents a new term. Releases the locks of
	 * commands that were not granted.
	 */
	private static final String ACQUIRE = """
			with {clock}, {wanted},
			tried as materialized (
				select w.item, {try} as got
				from n cross join w left join leader_lease l on {same key}
				where w.hold = 0 and ((l.namespace is null and w.token = 0) or {repeated} or {free} or {marked})),
			k as materialized (
				select w.*, coalesce(t.got, w.hold > 0) as mine, coalesce(t.got, false) as got, t.got is false as kept
				from w left join tried t on t.item = w.item),
			fence as materialized (
				select f.namespace, f.election
				from n cross join k w
					join leader_fence f on f.namespace = w.namespace and f.election = w.election
					left join leader_lease l on {same key}
				where w.mine and (l.namespace is null or {free} or ({vanished}))
				order by f.namespace, f.election for update of f skip locked),
			fenced as materialized (
				select w.item
				from n cross join k w
					join leader_fence f on f.namespace = w.namespace and f.election = w.election
					left join fence h on h.namespace = f.namespace and h.election = f.election
					left join leader_lease l on {same key}
				where w.mine and (l.namespace is null or {free} or ({vanished})) and h.namespace is null),
			locked as materialized (
				select w.*
				from n cross join k w join leader_lease l on {same key}
				where ({repeated} or (w.mine and ({free} or ({vanished}))))
					and not exists (select 1 from fenced f where f.item = w.item)
				order by l.namespace, l.election for no key update of l skip locked),
			repeated as (
				update leader_lease l set expires_at = {extended}
				from n, locked w
				where {same key} and {repeated} and {live} and {sound}
				returning w.item, l.namespace, l.election, l.token, l.nonce, l.duration_ms, l.expires_at,
					l.not_before, l.released, l.checkpoint_version, l.checkpoints),
			taken as (
				update leader_lease l
				set token = greatest(l.token + 1, w.token_floor + 1, n.now), nonce = w.nonce,
					candidate = w.candidate, since = w.since, duration_ms = w.duration_ms,
					expires_at = n.now + w.duration_ms, released = 0, metadata = w.metadata,
					not_before = greatest(l.not_before, case when {live} then l.expires_at else 0 end)
				from n, locked w
				where {same key} and l.nonce <> w.nonce and w.mine and ({free} or ({vanished})) and {seen} and {sound}
					and l.token < 4611686018427387904
				returning w.item, l.namespace, l.election, l.token, l.nonce, l.duration_ms, l.expires_at,
					l.not_before, l.released, l.checkpoint_version, l.checkpoints),
			created as (
				insert into leader_lease as l (namespace, election, token, nonce, candidate, since, duration_ms,
					expires_at, not_before, released, metadata)
				select w.namespace, w.election, greatest(w.token_floor + 1, n.now), w.nonce, w.candidate, w.since,
					w.duration_ms, n.now + w.duration_ms, 0, 0, w.metadata
				from n cross join k w
				where w.token = 0 and w.mine and not exists (select 1 from leader_lease l where {same key})
					and not exists (select 1 from fenced f where f.item = w.item)
				order by w.namespace, w.election
				on conflict (namespace, election) do nothing
				returning l.namespace, l.election, l.token, l.nonce, l.duration_ms, l.expires_at, l.not_before,
					l.released, l.checkpoint_version, l.checkpoints),
			granted as (
				select * from taken
				union all
				select w.item, l.* from w join created l on {same key}),
			fences as (
				insert into leader_fence (namespace, election, token, nonce)
				select x.namespace, x.election, x.token, {plain x} from granted x order by x.namespace, x.election
				on conflict (namespace, election) do update set token = excluded.token, nonce = excluded.nonce),
			written as (
				select * from repeated
				union all
				select * from granted),
			dropped as materialized (
				select pg_advisory_unlock(w.lock_key) from k w
				where w.got and not exists (select 1 from written x where x.item = w.item)),
			{timed}
			select {written row}, case when w.mine then 1 else 0 end
			from n cross join written x join k w on w.item = x.item
			where (select count(*) from timed) >= 0
			union all
			select w.item, n.now, 0, case when f.item is null then 0 else 1 end,
				case when l.namespace is null then 0 else 1 end, {whole row}, 0, null,
				case when w.kept or (w.hold > 0 and {live}) then 1 when {vanished} then 2 else 0 end,
				case when w.hold > 0 then 1 else 0 end
			from n cross join k w left join leader_lease l on {same key} left join fenced f on f.item = w.item
			where not exists (select 1 from written x where x.item = w.item)
				and (select count(*) from dropped) >= 0""";

	private final String renew;

	private final String renewCheckpoints;

	private final String acquire;

	private final String release;

	private final String observe;

	AdvisorySql(LeaseSchema schema) {
		this.renew = complete(RENEW.replace("{noted}", ""), WANTED, "null::text", schema);
		this.renewCheckpoints = complete(RENEW.replace("{noted}", NOTED), WANTED_CHECKPOINTS, "null::text", schema);
		this.acquire = complete(ACQUIRE, WANTED_TERMS, "x.checkpoints", schema);
		this.release = complete(RELEASE, WANTED, "null::text", schema);
		this.observe = complete(OBSERVE, WANTED, "null::text", schema);
	}

	private static String complete(String statement, String wanted, String notes, LeaseSchema schema) {
		return AdvisoryParts.complete(statement.replace("{wanted}", wanted), notes, schema);
	}

	String renew() {
		return this.renew;
	}

	/** Renews a batch of which some commands carry checkpoints. */
	String renewCheckpoints() {
		return this.renewCheckpoints;
	}

	String acquire() {
		return this.acquire;
	}

	String release() {
		return this.release;
	}

	String observe() {
		return this.observe;
	}

}
