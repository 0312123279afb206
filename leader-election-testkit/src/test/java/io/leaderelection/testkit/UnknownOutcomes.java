/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.testkit;

import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;

import io.leaderelection.store.Acquire;
import io.leaderelection.store.Command;
import io.leaderelection.store.ElectionKey;
import io.leaderelection.store.LeaseStore;
import io.leaderelection.store.Observe;
import io.leaderelection.store.Outcome;
import io.leaderelection.store.Release;
import io.leaderelection.store.Renew;
import org.jspecify.annotations.Nullable;

/**
 * A store without batches: it throws nothing, but returns an unknown outcome for each
 * command that fails.
 */
final class UnknownOutcomes implements LeaseStore {

	private final LeaseStore store;

	private Function<Command, @Nullable Throwable> failures = (command) -> null;

	UnknownOutcomes(LeaseStore store) {
		this.store = store;
	}

	/** Sets the failure of each command, {@code null} for one that succeeds. */
	void failures(Function<Command, @Nullable Throwable> failures) {
		this.failures = failures;
	}

	@SuppressWarnings("unchecked") // an unknown outcome is one of every command
	private <C extends Command, O extends Outcome> List<O> each(List<C> batch, Function<C, List<O>> call) {
		return batch.stream().map((command) -> {
			Throwable failure = this.failures.apply(command);
			Supplier<O> outcome = () -> call.apply(command).get(0);
			return (failure != null) ? (O) new Outcome.Unknown(failure) : outcome.get();
		}).toList();
	}

	@Override
	public List<Outcome.OfAcquire> acquire(List<Acquire> batch, Duration timeout) {
		return each(batch, (command) -> this.store.acquire(List.of(command), timeout));
	}

	@Override
	public List<Outcome.OfRenew> renew(List<Renew> batch, Duration timeout) {
		return each(batch, (command) -> this.store.renew(List.of(command), timeout));
	}

	@Override
	public List<Outcome.OfRelease> release(List<Release> batch, Duration timeout) {
		return each(batch, (command) -> this.store.release(List.of(command), timeout));
	}

	@Override
	public List<Outcome.OfObserve> observe(List<ElectionKey> batch, Duration timeout) {
		return each(batch.stream().map(Observe::new).toList(),
				(command) -> this.store.observe(List.of(command.key()), timeout));
	}

	@Override
	public Watch watch(String namespace, NotificationListener listener) {
		return this.store.watch(namespace, listener);
	}

	@Override
	public void close() {
		this.store.close();
	}

}
