/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc;

import io.leaderelection.store.Checkpoints;

/**
 * The SQL of the statements for PostgreSQL, each for a batch of any size. For each
 * command a statement returns the columns of {@link LeaseRow}.
 */
final class PostgresSql {

	private static final String CLOCK = """
			n as materialized (
				select floor(extract(epoch from clock_timestamp()) * 1000)::bigint as now)""";

	private static final String WANTED = """
			w as materialized (
				select * from unnest(?::int[], ?::bytea[], ?::bytea[], ?::text[], ?::bigint[])
					as w(item, namespace, election, nonce, token))""";

	/** For renewals of which some carry checkpoints; the version of the others is 0. */
	private static final String WANTED_CHECKPOINTS = """
			w as materialized (
				select * from unnest(?::int[], ?::bytea[], ?::bytea[], ?::text[], ?::bigint[], ?::bigint[], ?::text[])
					as w(item, namespace, election, nonce, token, checkpoint_version, checkpoints))""";

	private static final String WANTED_TERMS = """
			w as materialized (
				select * from unnest(?::int[], ?::bytea[], ?::bytea[], ?::text[], ?::bigint[],
						?::text[], ?::bigint[], ?::bigint[], ?::bigint[], ?::text[])
					as w(item, namespace, election, nonce, token, candidate, since, duration_ms, token_floor, metadata))""";

	private static final String SAME_KEY = "l.namespace = w.namespace and l.election = w.election";

	/** The term is the command's own. */
	private static final String OWN = "l.nonce = w.nonce and l.token = w.token";

	/** The record has the nonce of the acquire, which was therefore applied before. */
	private static final String REPEATED = "l.nonce = w.nonce";

	private static final String LIVE = "l.released = 0 and l.expires_at > n.now";

	private static final String FREE = "(l.released = 1 or l.expires_at <= n.now)";

	/** Compare and set: the record is what the candidate last saw. */
	private static final String SEEN = "l.token = w.token";

	private static final String SOUND = """
			l.token between 1 and 4611686018427387904 and length(l.nonce) = 32
				and l.duration_ms between 1 and 31622400000 and l.expires_at between 0 and 4611686018427387904
				and l.not_before between 0 and 4611686018427387904 and l.released in (0, 1)""";

	/** Prevents a late renewal of the same term from replacing newer checkpoints. */
	private static final String NEWER = "(w.checkpoint_version > l.checkpoint_version " + "or l.checkpoint_version > "
			+ Checkpoints.MAX_VERSION + ")";

	private static final String NOTED = """
			, checkpoints = case when {newer} then w.checkpoints else l.checkpoints end,
			checkpoint_version = case when {newer} then w.checkpoint_version else l.checkpoint_version end""";

	private static final String EXTENDED = "n.now + l.duration_ms";

	private static final String WHOLE_ROW = """
			l.token, l.nonce, l.duration_ms, l.expires_at, l.not_before, l.released, l.candidate, l.since,
				left(l.metadata, 65537)""";

	private static final String LOCKED = """
			locked as materialized (
				select w.* from w join leader_lease l on {same key}
				order by l.namespace, l.election for no key update of l skip locked)""";

	/** The channel of a namespace, equal to that of {@link PostgresNotifications}. */
	private static final String CHANNEL = "'leader_election_' || left(encode(sha256(w.namespace), 'hex'), 32)";

	/** Returns the written rows, and the unchanged rows of all other commands. */
	private static final String ANSWER = """
			select x.item, n.now, 1, 0, 1, x.token, x.nonce, x.duration_ms, x.expires_at, x.not_before, x.released,
				null, null::bigint, null, x.checkpoint_version, null
			from n cross join written x
			union all
			select w.item, n.now, 0, 0, case when l.namespace is null then 0 else 1 end, l.token, l.nonce,
				l.duration_ms, l.expires_at, l.not_before, l.released, null, null::bigint, null,
				l.checkpoint_version, null
			from n cross join w left join leader_lease l on {same key}
			where not exists (select 1 from written x where x.item = w.item)""";

	private static final String RENEW = """
			with {clock}, {wanted}, {locked},
			written as (
				update leader_lease l set expires_at = {extended}{noted}
				from n, locked w
				where {same key} and {own} and {live} and {sound}
				returning w.item, l.token, l.nonce, l.duration_ms, l.expires_at, l.not_before, l.released,
					l.checkpoint_version)
			{answer}""";

	/**
	 * Does not wait until the release is on disk or on a replica: if a crash undoes it,
	 * the lease expires.
	 */
	private static final String RELEASE = """
			with {clock}, {wanted}, {locked},
			written as (
				update leader_lease l set released = 1
				from n, locked w
				where {same key} and {own} and {sound}
				returning w.item, l.token, l.nonce, l.duration_ms, l.expires_at, l.not_before, l.released,
					l.checkpoint_version),
			notified as materialized (
				select pg_notify({channel}, encode(w.election, 'hex')), set_config('synchronous_commit', 'off', true)
				from w join written x on x.item = w.item)
			{answer} and (select count(*) from notified) >= 0""";

	private static final String OBSERVE = """
			with {clock}, {wanted}
			select w.item, n.now, 0, 0, case when l.namespace is null then 0 else 1 end, {whole row},
				l.checkpoint_version, left(l.checkpoints, 65537)
			from n cross join w left join leader_lease l on {same key}""";

	/**
	 * Locks the fence row before the record, so that a fenced transaction that has locked
	 * it prevents a new term. Locks nothing if the term is live.
	 */
	private static final String ACQUIRE = """
			with {clock}, {wanted},
			fence as materialized (
				select f.namespace, f.election
				from n cross join w
					join leader_fence f on f.namespace = w.namespace and f.election = w.election
					left join leader_lease l on {same key}
				where l.namespace is null or {free}
				order by f.namespace, f.election for update of f skip locked),
			fenced as materialized (
				select w.item
				from n cross join w
					join leader_fence f on f.namespace = w.namespace and f.election = w.election
					left join fence k on k.namespace = f.namespace and k.election = f.election
					left join leader_lease l on {same key}
				where (l.namespace is null or {free}) and k.namespace is null),
			locked as materialized (
				select w.*
				from n cross join w join leader_lease l on {same key}
				where ({repeated} or {free}) and not exists (select 1 from fenced k where k.item = w.item)
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
					expires_at = n.now + w.duration_ms, released = 0, metadata = w.metadata
				from n, locked w
				where {same key} and l.nonce <> w.nonce and {free} and {seen} and {sound} and l.token < 4611686018427387904
				returning w.item, l.namespace, l.election, l.token, l.nonce, l.duration_ms, l.expires_at,
					l.not_before, l.released, l.checkpoint_version, l.checkpoints),
			created as (
				insert into leader_lease as l (namespace, election, token, nonce, candidate, since, duration_ms,
					expires_at, not_before, released, metadata)
				select w.namespace, w.election, greatest(w.token_floor + 1, n.now), w.nonce, w.candidate, w.since,
					w.duration_ms, n.now + w.duration_ms, 0, 0, w.metadata
				from n cross join w
				where w.token = 0 and not exists (select 1 from leader_lease l where {same key})
					and not exists (select 1 from fenced k where k.item = w.item)
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
				select namespace, election, token, nonce from granted order by namespace, election
				on conflict (namespace, election) do update set token = excluded.token, nonce = excluded.nonce),
			written as (
				select * from repeated
				union all
				select * from granted)
			select x.item, n.now, 1, 0, 1, x.token, x.nonce, x.duration_ms, x.expires_at, x.not_before, x.released,
				null, null::bigint, null, x.checkpoint_version, x.checkpoints
			from n cross join written x
			union all
			select w.item, n.now, 0, case when f.item is null then 0 else 1 end,
				case when l.namespace is null then 0 else 1 end, {whole row}, 0, null
			from n cross join w left join leader_lease l on {same key} left join fenced f on f.item = w.item
			where not exists (select 1 from written x where x.item = w.item)""";

	private final String renew;

	private final String renewCheckpoints;

	private final String acquire;

	private final String release;

	private final String observe;

	PostgresSql(JdbcTables tables) {
		this.renew = complete(RENEW.replace("{noted}", ""), WANTED, tables);
		this.renewCheckpoints = complete(RENEW.replace("{noted}", NOTED), WANTED_CHECKPOINTS, tables);
		this.acquire = complete(ACQUIRE, WANTED_TERMS, tables);
		this.release = complete(RELEASE, WANTED, tables);
		this.observe = complete(OBSERVE, WANTED, tables);
	}

	private static String complete(String statement, String wanted, JdbcTables tables) {
		return tables.in(statement.replace("{clock}", CLOCK)
			.replace("{wanted}", wanted)
			.replace("{locked}", LOCKED)
			.replace("{answer}", ANSWER)
			.replace("{whole row}", WHOLE_ROW)
			.replace("{extended}", EXTENDED)
			.replace("{newer}", NEWER)
			.replace("{channel}", CHANNEL)
			.replace("{own}", OWN)
			.replace("{repeated}", REPEATED)
			.replace("{seen}", SEEN)
			.replace("{live}", LIVE)
			.replace("{free}", FREE)
			.replace("{sound}", SOUND)
			.replace("{same key}", SAME_KEY));
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
