/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc;

import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import io.leaderelection.store.Checkpoints;

/**
 * The SQL of the statements for PostgreSQL, each for a batch of any size. For each
 * command a statement returns the columns of {@link LeaseRow#read}. Names in braces stand
 * for other parts.
 *
 * @param renew renews a batch without checkpoints
 * @param renewCheckpoints renews a batch of which some commands carry checkpoints
 * @param acquire acquires new terms
 * @param release releases terms
 * @param observe reads records
 */
public record PostgresSql(String renew, String renewCheckpoints, String acquire, String release, String observe) {

	private static final Pattern PART = Pattern.compile("\\{([a-z ]+)}");

	private static final String CLOCK = """
			n as materialized (
				select floor(extract(epoch from clock_timestamp()) * 1000)::bigint as now)""";

	private static final String WANTED = """
			select item, namespace, election, {nonce} as nonce, token{columns}{guard columns}
				from unnest(?::int[], ?::bytea[], ?::bytea[], ?::text[], ?::bigint[]{types}{guard types})
					as u(item, namespace, election, nonce, token{columns}{guard names})""";

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

	/** The nonce without the mark of the store that wrote it. */
	private static final String PLAIN = "translate(nonce, 'ghijklmnopqrstuv', '0123456789abcdef')";

	private static final String FORMER = """
			l.token, {plain l}, l.duration_ms, l.expires_at, l.not_before, l.released""";

	private static final String RETURNED = """
			w.item, l.namespace, l.election, l.token, l.nonce, l.duration_ms, l.expires_at, l.not_before, l.released,
					l.checkpoint_version""";

	private static final String LOCKED = """
			locked as materialized (
				select w.* from n cross join w join leader_lease l on {same key}
				where {lockable}
				order by l.namespace, l.election for no key update of l skip locked)""";

	/** The channel of a namespace, equal to that of {@link PostgresListener}. */
	private static final String CHANNEL = "'leader_election_' || left(encode(sha256(w.namespace), 'hex'), 32)";

	/** Returns the written rows, and the unchanged rows of all other commands. */
	private static final String ANSWER = """
			select x.item, n.now, 1, x.token, {plain x}, x.duration_ms, x.expires_at, x.not_before, x.released,
				null, null::bigint, null, x.checkpoint_version, x.checkpoints{guard of written}
			from n cross join written x
			where {effects}
			union all
			select w.item, n.now, {fate}, {former}, {people}, l.checkpoint_version,
				{text of others}{guard of others}
			from n cross join w left join leader_lease l on {same key}{fences of others}
			where not exists (select 1 from written x where x.item = w.item) and {effects}""";

	private static final String RENEW = """
			with {clock}, {commands}, {locked},
			written as (
				update leader_lease l set expires_at = {extended}{noted}
				from n, locked w
				where {same key} and {own} and {live} and {sound}
				returning {returned}, null::text as checkpoints{guard returned}){guard}
			{answer}""";

	/**
	 * Does not wait until the release is on disk or on a replica: if a crash undoes it,
	 * the lease expires.
	 */
	private static final String RELEASE = """
			with {clock}, {commands}, {locked},
			written as (
				update leader_lease l set released = 1
				from n, locked w
				where {same key} and {own} and {sound}
				returning {returned}, null::text as checkpoints{guard returned}),
			notified as materialized (
				select pg_notify({channel}, encode(w.election, 'hex')), set_config('synchronous_commit', 'off', true)
				from w join written x on x.item = w.item){guard}
			{answer} and (select count(*) from notified) >= 0""";

	private static final String OBSERVE = """
			with {clock}, {commands}
			select w.item, n.now, 0, {former}, {people}, l.checkpoint_version,
				{text of others}{guard of others}
			from n cross join w left join leader_lease l on {same key}""";

	/**
	 * Locks the fence row before the record, so that a fenced transaction that has locked
	 * it prevents a new term. Locks nothing if the term is live.
	 */
	private static final String ACQUIRE = """
			with {clock}, {commands},
			fence as materialized (
				select f.namespace, f.election
				from n cross join w
					join leader_fence f on f.namespace = w.namespace and f.election = w.election
					left join leader_lease l on {same key}
				where {takeable}
				order by f.namespace, f.election for update of f skip locked),
			fenced as materialized (
				select w.item
				from n cross join w
					join leader_fence f on f.namespace = w.namespace and f.election = w.election
					left join fence h on h.namespace = f.namespace and h.election = f.election
					left join leader_lease l on {same key}
				where {takeable} and h.namespace is null),
			{locked},
			repeated as (
				update leader_lease l set expires_at = {extended}
				from n, locked w
				where {same key} and {repeated} and {live} and {sound}
				returning {returned}, l.checkpoints{guard returned}),
			taken as (
				update leader_lease l
				set token = greatest(l.token + 1, w.token_floor + 1, n.now), nonce = w.nonce,
					candidate = w.candidate, since = w.since, duration_ms = w.duration_ms,
					expires_at = n.now + w.duration_ms, released = 0, metadata = w.metadata,
					not_before = {not before}
				from n, locked w
				where {same key} and l.nonce <> w.nonce and {takeable} and {seen} and {sound}
					and greatest(l.token, w.token_floor) < 4611686018427387904
				returning {returned}, l.checkpoints{guard returned}),
			created as (
				insert into leader_lease as l (namespace, election, token, nonce, candidate, since, duration_ms,
					expires_at, not_before, released, metadata)
				select w.namespace, w.election, greatest(w.token_floor + 1, n.now), w.nonce, w.candidate, w.since,
					w.duration_ms, n.now + w.duration_ms, 0, 0, w.metadata
				from n cross join w left join leader_lease l on {same key}
				where w.token = 0 and l.namespace is null and {takeable}
					and w.token_floor < 4611686018427387904
					and not exists (select 1 from fenced k where k.item = w.item)
				order by w.namespace, w.election
				on conflict (namespace, election) do nothing
				returning l.namespace, l.election, l.token, l.nonce, l.duration_ms, l.expires_at, l.not_before,
					l.released, l.checkpoint_version, l.checkpoints),
			granted as (
				select * from taken
				union all
				select w.item, l.*{guard returned} from w join created l on {same key}),
			fences as (
				insert into leader_fence (namespace, election, token, nonce)
				select x.namespace, x.election, x.token, {plain x} from granted x order by x.namespace, x.election
				on conflict (namespace, election) do update set token = excluded.token, nonce = excluded.nonce),
			written as (
				select * from repeated
				union all
				select * from granted){guard}
			{answer}""";

	private static final Map<String, String> COMMON = Map.ofEntries(Map.entry("clock", CLOCK),
			Map.entry("wanted", WANTED), Map.entry("same key", SAME_KEY), Map.entry("own", OWN),
			Map.entry("repeated", REPEATED), Map.entry("live", LIVE), Map.entry("free", FREE), Map.entry("seen", SEEN),
			Map.entry("sound", SOUND), Map.entry("newer", NEWER), Map.entry("extended", EXTENDED),
			Map.entry("plain l", PLAIN.replace("nonce", "l.nonce")),
			Map.entry("plain x", PLAIN.replace("nonce", "x.nonce")), Map.entry("former", FORMER),
			Map.entry("returned", RETURNED), Map.entry("locked", LOCKED), Map.entry("lockable", "true"),
			Map.entry("channel", CHANNEL), Map.entry("answer", ANSWER), Map.entry("fate", "0"),
			Map.entry("fences of others", ""), Map.entry("people", "null, null::bigint, null"),
			Map.entry("text of others", "null"), Map.entry("columns", ""), Map.entry("types", ""),
			Map.entry("noted", ""));

	/** For renewals of which some carry checkpoints; the version of the others is 0. */
	private static final Map<String, String> WITH_CHECKPOINTS = Map.of("columns", ", checkpoint_version, checkpoints",
			"types", ", ?::bigint[], ?::text[]", "noted", NOTED);

	private static final Map<String, String> WITH_PEOPLE = Map.of("people",
			"l.candidate, l.since, left(l.metadata, 65537)", "text of others", "left(l.checkpoints, 65537)");

	private static final Map<String, String> WITH_TERMS = Map.of("columns",
			", candidate, since, duration_ms, token_floor, metadata", "types",
			", ?::text[], ?::bigint[], ?::bigint[], ?::bigint[], ?::text[]", "lockable",
			"({repeated} or {takeable}) and not exists (select 1 from fenced k where k.item = w.item)", "fate",
			"case when f.item is null then 0 else 2 end", "fences of others", " left join fenced f on f.item = w.item");

	/** The parts of a store without guard locks. */
	static final Map<String, String> WITHOUT_GUARD = Map.ofEntries(
			Map.entry("commands", "w as materialized (\n\t{wanted})"), Map.entry("nonce", "nonce"),
			Map.entry("guard types", ""), Map.entry("guard names", ""), Map.entry("guard columns", ""),
			Map.entry("takeable", "(l.namespace is null or {free})"), Map.entry("not before", "l.not_before"),
			Map.entry("guard", ""), Map.entry("guard returned", ""), Map.entry("effects", "true"),
			Map.entry("guard of written", ""), Map.entry("guard of others", ""));

	/**
	 * Completes the statements for a store.
	 * @param schema the tables
	 * @param guard the parts that depend on a guard lock beside each row. The name of a
	 * statement and a part, as in {@code "renew: guard"}, takes precedence
	 * @return the statements
	 */
	public static PostgresSql of(LeaseSchema schema, Map<String, String> guard) {
		return new PostgresSql(complete("renew", RENEW, Map.of(), guard, schema),
				complete("renew", RENEW, WITH_CHECKPOINTS, guard, schema),
				complete("acquire", ACQUIRE, merged(WITH_TERMS, WITH_PEOPLE), guard, schema),
				complete("release", RELEASE, Map.of(), guard, schema),
				complete("observe", OBSERVE, WITH_PEOPLE, guard, schema));
	}

	private static String complete(String name, String statement, Map<String, String> own, Map<String, String> guard,
			LeaseSchema schema) {
		Map<String, String> parts = merged(merged(COMMON, guard), own);
		guard.forEach((part, sql) -> {
			if (part.startsWith(name + ": ")) {
				parts.put(part.substring(name.length() + 2), sql);
			}
		});
		return schema.in(fill(statement, parts));
	}

	private static Map<String, String> merged(Map<String, String> parts, Map<String, String> others) {
		Map<String, String> all = new HashMap<>(parts);
		all.putAll(others);
		return all;
	}

	private static String fill(String text, Map<String, String> parts) {
		return PART.matcher(text)
			.replaceAll((part) -> Matcher
				.quoteReplacement(fill(Objects.requireNonNull(parts.get(part.group(1)), part.group()), parts)));
	}

}
