/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.chaos.patch;

import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * Mistakes of real leader elections, applied to the production code.
 */
@SuppressWarnings("ImmutableEnumChecker") // lists of records that cannot be changed
public enum Variant {

	/** Leadership ends only by an answer of the store, or after a very long silence. */
	CACHED_BOOLEAN(core("protocol/Standing.java",
			"return this.state == ElectionState.LEADER && bounds != null && !this.unconfirmed && bounds.hold(ticker, wall);",
			"return this.state == ElectionState.LEADER && bounds != null;"),
			core("protocol/TermBounds.java", "return now.ticker() - this.sentTicker >= this.length;",
					"return now.ticker() - this.sentTicker >= 20 * this.length;"),
			core("protocol/TermBounds.java", "return parted > this.tolerance || -parted > this.tolerance;",
					"return false;"),
			core("protocol/TermBounds.java", "return this.sentTicker + this.length;",
					"return this.sentTicker + 20 * this.length;")),

	/** The lease counts from the arrival of the answer. */
	DEADLINE_FROM_THE_ANSWER(
			core("protocol/ElectionStateMachine.java",
					"TermBounds bounds = OwnTerm.validity(this.profile, sent, granted);",
					"TermBounds bounds = OwnTerm.validity(this.profile, this.step.now(), granted);"),
			core("protocol/Incumbency.java", "OwnTerm.validity(this.profile, sent, granted) : null",
					"OwnTerm.validity(this.profile, now, granted) : null"),
			core("protocol/OwnTerm.java", "this.leaseEnd = step.at(sent) + lease;",
					"this.leaseEnd = step.at() + lease;")),

	/** A handover does not wait for the work. */
	RELEASE_BEFORE_WORK_ENDED(core("protocol/Incumbency.java",
			"new Handover(exit, coolDown, before != ElectionState.LEADER,", "new Handover(exit, coolDown, true,")),

	/** A release deletes the record, even that of another leader. */
	UNCONDITIONAL_DELETE_ON_RELEASE(redis("release.lua", """
			  if not record or not is_term(record, ARGV[at], ARGV[at + 1]) then
			    return { 'lost' }
			  end
			  if record.released == '1' then
			    return { 'released' }
			  end
			  local failed = write(key, 'released', '1')
			  if failed then
			    return failed
			  end
			""", """
			  redis.call('DEL', key)
			"""), jdbc("PostgresSql.java",
			"update leader_lease l set released = 1\n\t\t\t\tfrom n, locked w\n\t\t\t\twhere {same key} and {own} and {sound}",
			"delete from leader_lease l using n, locked w\n\t\t\t\twhere {same key}"),
			// All databases but PostgreSQL
			jdbc("LeaseRow.java",
					"(command instanceof Release release) ? TermRules.release(release, this.record, known)",
					"(command instanceof Release && this.record != null) "
							+ "? new Write<>(this.record, Decision.LockUse.END, new Outcome.Released())"),
			jdbc("LeaseTables.java", "condition(batch, true, values)", "condition(batch, false, values)")),

	/** The client's clock decides whether a lease has expired (PostgreSQL). */
	CLIENT_TIMESTAMPS(jdbc("PostgresStatements.java", """
			.prepareStatement(this.pooled ? this.begin + command + "; commit" : command)) {""", """
			.prepareStatement((this.pooled ? this.begin + command + "; commit" : command).replace(
					"floor(extract(epoch from clock_timestamp()) * 1000)::bigint",
					System.currentTimeMillis() + "::bigint"))) {""")),

	/** A fenced transaction locks the row that renewals write. */
	LEASE_ROW_SHARE_LOCKED(
			jdbc("fence/TermFence.java", "from leader_fence where namespace = ? and election = ? for share",
					"from leader_lease where namespace = ? and election = ? for share"),
			jdbc("fence/TermFence.java", "from leader_fence where namespace = ? and election = ? lock in share mode",
					"from leader_lease where namespace = ? and election = ? lock in share mode"),
			jdbc("fence/TermFence.java", "from leader_fence where namespace = ? and election = ? for update",
					"from leader_lease where namespace = ? and election = ? for update")),

	/** The lock file is opened and closed a second time, which drops the lock. */
	LOCK_FILE_OPENED_TWICE(new Replacement("stores/local/src/main/java/io/leaderelection/store/local/ElectionLock.java",
			"private boolean isCurrent() throws IOException {",
			"""
					private boolean isCurrent() throws IOException {
						java.nio.channels.FileChannel.open(this.file, java.nio.file.StandardOpenOption.WRITE).close();"""));

	private final List<Replacement> replacements;

	Variant(Replacement... replacements) {
		this.replacements = List.of(replacements);
	}

	List<Replacement> replacements() {
		return this.replacements;
	}

	/** Returns the sources it changes, relative to the root of the project. */
	List<String> files() {
		return this.replacements.stream().map(Replacement::file).distinct().toList();
	}

	/**
	 * Returns its name on a command line.
	 * @return such as {@code cached-boolean}
	 */
	public String option() {
		return name().toLowerCase(Locale.ROOT).replace('_', '-');
	}

	static Variant of(String option) {
		return Stream.of(values())
			.filter((variant) -> variant.option().equals(option))
			.findFirst()
			.orElseThrow(() -> new IllegalArgumentException("Unknown variant '" + option + "'. Use one of "
					+ String.join(", ", Stream.of(values()).map(Variant::option).toList())));
	}

	private static Replacement core(String file, String text, String replacement) {
		return new Replacement("leader-election-core/src/main/java/io/leaderelection/" + file, text, replacement);
	}

	private static Replacement redis(String file, String text, String replacement) {
		return new Replacement("stores/redis/src/main/resources/io/leaderelection/store/redis/" + file, text,
				replacement);
	}

	private static Replacement jdbc(String file, String text, String replacement) {
		return new Replacement("stores/jdbc/src/main/java/io/leaderelection/store/jdbc/" + file, text, replacement);
	}

}
