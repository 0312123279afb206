/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.testkit;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

import io.leaderelection.store.ElectionKey;
import io.leaderelection.store.LeaseStore;
import io.leaderelection.store.StoreTraits;
import io.leaderelection.time.TimeSystem;
import org.junit.jupiter.api.AfterEach;

/**
 * The contract of a store whose leases end by what each instance has seen
 * ({@link StoreTraits.Clock#OBSERVER}), as those of every
 * {@link io.leaderelection.store.support.ConditionalStore} do. Time passes by a step of
 * the ticker. Before it, every instance reads all records once, as the candidates of an
 * application do, so that it has seen them for as long as the step lasts.
 */
public abstract class ObserverContract extends LeaseStoreContract {

	/** Slower than this process, so that no lease expires on a busy machine. */
	private final SteppedTime time = new SteppedTime(4);

	private final List<Bystander> bystanders = new ArrayList<>();

	/** Stores that have seen what was there before a step, for candidates after it. */
	private final Deque<Bystander> unused = new ArrayDeque<>();

	/**
	 * Creates the contract, one for each test.
	 */
	protected ObserverContract() {
	}

	/**
	 * Opens the store for another candidate.
	 * @param time the clocks and threads of the store
	 * @return the store; closed by the contract
	 * @throws Exception if it cannot be opened
	 */
	protected abstract LeaseStore open(TimeSystem time) throws Exception;

	@Override
	protected final LeaseStore open() throws Exception {
		return this.unused.isEmpty() ? bystander() : this.unused.remove();
	}

	private Bystander bystander() throws Exception {
		Bystander bystander = new Bystander(open(this.time));
		this.bystanders.add(bystander);
		return bystander;
	}

	@Override
	protected final void elapse(Duration duration) throws Exception {
		if (this.unused.isEmpty()) {
			this.unused.add(bystander());
		}
		List<ElectionKey> keys = acquired();
		this.bystanders.forEach((bystander) -> bystander.look(keys));
		this.time.step(duration);
	}

	@Override
	protected final void loseGuardLock(ElectionKey key) {
		throw new IllegalStateException("The store has no guard lock");
	}

	@AfterEach
	void closeUnused() {
		this.unused.forEach(LeaseStore::close);
	}

}
