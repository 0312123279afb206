/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.history;

import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

import io.leaderelection.store.Acquire;
import io.leaderelection.store.Command;
import io.leaderelection.store.ElectionKey;
import io.leaderelection.store.LeaseStore;
import io.leaderelection.store.Outcome;
import io.leaderelection.store.Release;
import io.leaderelection.store.Renew;

/**
 * Records the invocation and the return of each command to a store, for the program in
 * {@code verification/linearizability}. Fields are separated by tabs: <pre>
 * drift   ERROR
 * call    TIME  NUMBER  KEY      COMMAND  NONCE     TOKEN  FLOOR
 * return  TIME  NUMBER  OUTCOME  TOKEN    DURATION  WAIT   released or -
 * </pre> Times and durations are in nanoseconds. The first token is the one that a
 * candidate saw last if it acquires, otherwise that of its term. The duration is the
 * granted lease, or what is left of the lease of a leader; the wait lasts until
 * not-before. A call without a return, or with the outcome {@code unknown}, may have been
 * applied at any time after its invocation. The drift, if there is one, is the largest
 * relative error of the store's clock against the times. Thread-safe if its consumer is.
 */
public final class CallHistory {

	/** The end of the name of a file with calls. */
	public static final String SUFFIX = ".calls";

	/** Records nothing. */
	public static final CallHistory NONE = new CallHistory((lines) -> {
	});

	private static final String NO_NONCE = "-";

	private final Consumer<String> lines;

	private final AtomicLong calls = new AtomicLong();

	/**
	 * Creates a history.
	 * @param lines receives lines, each with its end, in the order of the calls of a
	 * thread
	 */
	public CallHistory(Consumer<String> lines) {
		this.lines = lines;
	}

	/**
	 * States that the store's clock shows when a lease ends.
	 * @param largestError the largest relative error of its rate, from 0 to below 1
	 */
	public void drift(double largestError) {
		this.lines.accept("drift\t" + largestError + "\n");
	}

	/**
	 * Records the invocation of commands that are sent together, before they are sent.
	 * @param at the time, in nanoseconds
	 * @param commands the commands
	 * @return the number of the first call; the others follow
	 */
	public long invoked(long at, List<? extends Command> commands) {
		long first = this.calls.getAndAdd(commands.size());
		StringBuilder text = new StringBuilder();
		for (int i = 0; i < commands.size(); i++) {
			begin(text, "call", at, first + i).append(commands.get(i).key()).append('\t');
			arguments(text, commands.get(i)).append('\n');
		}
		this.lines.accept(text.toString());
		return first;
	}

	/**
	 * Records the outcomes of commands that were sent together, once they have arrived.
	 * @param at the time, in nanoseconds
	 * @param first the number of the first call
	 * @param outcomes the outcomes, in the order of the commands
	 */
	public void returned(long at, long first, List<? extends Outcome> outcomes) {
		StringBuilder text = new StringBuilder();
		for (int i = 0; i < outcomes.size(); i++) {
			outcome(begin(text, "return", at, first + i), outcomes.get(i)).append('\n');
		}
		this.lines.accept(text.toString());
	}

	/**
	 * Records that a record was deleted by somebody else than a candidate.
	 * @param at the time, in nanoseconds
	 * @param key the record
	 */
	public void deleted(long at, ElectionKey key) {
		long call = this.calls.getAndIncrement();
		StringBuilder text = new StringBuilder();
		fields(begin(text, "call", at, call).append(key).append('\t'), "delete", NO_NONCE, 0, 0).append('\n');
		outcome(begin(text, "return", at, call), "deleted", 0, 0, 0, false).append('\n');
		this.lines.accept(text.toString());
	}

	private static StringBuilder begin(StringBuilder text, String kind, long at, long call) {
		return text.append(kind).append('\t').append(at).append('\t').append(call).append('\t');
	}

	private static StringBuilder arguments(StringBuilder text, Command command) {
		String operation = command.operation();
		if (command instanceof Acquire acquire) {
			return fields(text, operation, acquire.nonce(), acquire.seenToken(), acquire.tokenFloor());
		}
		if (command instanceof Renew renew) {
			return fields(text, operation, renew.nonce(), renew.token(), 0);
		}
		return (command instanceof Release release) ? fields(text, operation, release.nonce(), release.token(), 0)
				: fields(text, operation, NO_NONCE, LeaseStore.ABSENT, 0);
	}

	private static StringBuilder fields(StringBuilder text, String operation, Object nonce, long token, long floor) {
		return text.append(operation).append('\t').append(nonce).append('\t').append(token).append('\t').append(floor);
	}

	private static StringBuilder outcome(StringBuilder text, Outcome outcome) {
		if (outcome instanceof Outcome.Granted granted) {
			return outcome(text, "granted", granted.token(), granted.duration().toNanos(),
					granted.notBefore().toNanos(), false);
		}
		if (outcome instanceof Outcome.Leased leased) {
			return outcome(text, "leased", leased.token(), leased.remaining().toNanos(), leased.notBefore().toNanos(),
					false);
		}
		if (outcome instanceof Outcome.Free free) {
			return outcome(text, "free", free.token(), 0, 0, free.released());
		}
		String kind = (outcome instanceof Outcome.Lost) ? "lost"
				: (outcome instanceof Outcome.Released) ? "released" : "unknown";
		return outcome(text, kind, 0, 0, 0, false);
	}

	private static StringBuilder outcome(StringBuilder text, String kind, long token, long duration, long wait,
			boolean released) {
		return text.append(kind)
			.append('\t')
			.append(token)
			.append('\t')
			.append(duration)
			.append('\t')
			.append(wait)
			.append('\t')
			.append((released) ? "released" : "-");
	}

}
