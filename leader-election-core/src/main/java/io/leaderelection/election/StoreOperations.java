/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.election;

import java.time.Duration;
import java.util.List;

import io.leaderelection.store.Acquire;
import io.leaderelection.store.ElectionKey;
import io.leaderelection.store.LeaseStore;
import io.leaderelection.store.Outcome;
import io.leaderelection.store.Release;
import io.leaderelection.store.Renew;

/**
 * The kinds of command a store takes.
 */
final class StoreOperations {

	private StoreOperations() {
	}

	static String name(Effect.Send send) {
		if (send instanceof Effect.SendAcquire) {
			return "acquire";
		}
		if (send instanceof Effect.SendRenew) {
			return "renew";
		}
		return (send instanceof Effect.SendRelease) ? "release" : "observe";
	}

	record Acquires(LeaseStore store) implements StoreCaller.Operation<Effect.SendAcquire, Acquire, Outcome.OfAcquire> {

		@Override
		public String name() {
			return "acquire";
		}

		@Override
		public ElectionKey key(Effect.SendAcquire send) {
			return send.command().key();
		}

		@Override
		public Acquire command(Effect.SendAcquire send) {
			return send.command();
		}

		@Override
		public List<Outcome.OfAcquire> call(List<Acquire> commands, Duration timeout) {
			return this.store.acquire(commands, timeout);
		}

	}

	record Renews(LeaseStore store) implements StoreCaller.Operation<Effect.SendRenew, Renew, Outcome.OfRenew> {

		@Override
		public String name() {
			return "renew";
		}

		@Override
		public ElectionKey key(Effect.SendRenew send) {
			return send.command().key();
		}

		@Override
		public Renew command(Effect.SendRenew send) {
			return send.command();
		}

		@Override
		public List<Outcome.OfRenew> call(List<Renew> commands, Duration timeout) {
			return this.store.renew(commands, timeout);
		}

	}

	record Releases(LeaseStore store) implements StoreCaller.Operation<Effect.SendRelease, Release, Outcome.OfRelease> {

		@Override
		public String name() {
			return "release";
		}

		@Override
		public ElectionKey key(Effect.SendRelease send) {
			return send.command().key();
		}

		@Override
		public Release command(Effect.SendRelease send) {
			return send.command();
		}

		@Override
		public List<Outcome.OfRelease> call(List<Release> commands, Duration timeout) {
			return this.store.release(commands, timeout);
		}

	}

	record Observes(
			LeaseStore store) implements StoreCaller.Operation<Effect.SendObserve, ElectionKey, Outcome.OfObserve> {

		@Override
		public String name() {
			return "observe";
		}

		@Override
		public ElectionKey key(Effect.SendObserve send) {
			return send.command();
		}

		@Override
		public ElectionKey command(Effect.SendObserve send) {
			return send.command();
		}

		@Override
		public List<Outcome.OfObserve> call(List<ElectionKey> commands, Duration timeout) {
			return this.store.observe(commands, timeout);
		}

	}

}
