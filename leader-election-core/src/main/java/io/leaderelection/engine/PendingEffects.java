/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.engine;

import java.util.ArrayList;
import java.util.List;

import io.leaderelection.protocol.Effect;
import io.leaderelection.work.SafeLogger;
import org.jspecify.annotations.Nullable;

/**
 * The effects of one election's steps, until they are performed. Effects are performed
 * one by one, and again with the next heartbeat if they failed. Used only by the loop.
 */
final class PendingEffects {

	private static final SafeLogger logger = new SafeLogger(PendingEffects.class);

	/** Capacity for the effects of many steps, so that adding one allocates nothing. */
	private static final int ROOM = 32;

	private final String election;

	private final Consequences consequences;

	private final Sender sender;

	private final Runnable publish;

	private final List<Effect> pending = new ArrayList<>(ROOM);

	/**
	 * Creates a list without effects.
	 * @param election the name of the election in the log
	 * @param consequences performs all effects other than commands to the store
	 * @param sender sends commands to the store, or throws
	 * @param publish publishes the state of the candidate to all threads
	 */
	PendingEffects(String election, Consequences consequences, Sender sender, Runnable publish) {
		this.election = election;
		this.consequences = consequences;
		this.sender = sender;
		this.publish = publish;
	}

	boolean isEmpty() {
		return this.pending.isEmpty();
	}

	/**
	 * Performs the effects of a step and those that failed before. Listeners receive
	 * events in order, so a grant or a revocation waits for effects before it; no effect
	 * waits for the log.
	 */
	void perform(List<Effect> more) {
		for (int i = 0; i < more.size(); i++) {
			this.pending.add(more.get(i));
		}
		try {
			this.consequences.begin(this.pending);
			this.publish.run();
		}
		finally {
			// Before anything that may log
			this.consequences.interrupt(this.pending);
			performInOrder();
		}
		for (int i = 0; i < more.size(); i++) {
			this.consequences.log(more.get(i));
		}
	}

	private void performInOrder() {
		Throwable failure = null;
		int left = 0;
		for (int i = 0; i < this.pending.size(); i++) {
			Effect effect = this.pending.get(i);
			boolean waits = failure != null && (effect instanceof Effect.Grant || effect instanceof Effect.Revoke);
			Throwable thrown = waits ? failure : perform(effect);
			if (thrown != null) {
				failure = thrown;
				this.pending.set(left++, effect);
			}
		}
		while (this.pending.size() > left) {
			this.pending.remove(this.pending.size() - 1);
		}
		if (failure != null) {
			logger.error("Election '{}': an effect of a step failed. It is tried again within a second", this.election,
					failure);
		}
	}

	private @Nullable Throwable perform(Effect effect) {
		try {
			if (effect instanceof Effect.Send<?> send) {
				this.sender.send(send);
			}
			else {
				this.consequences.of(effect);
			}
			return null;
		}
		catch (Throwable ex) {
			return ex;
		}
	}

	/** Sends a command to the store. */
	@FunctionalInterface
	interface Sender {

		void send(Effect.Send<?> send);

	}

}
