/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.chaos.store;

import java.util.Optional;
import java.util.OptionalInt;

import io.leaderelection.servers.FakeTime;
import org.jspecify.annotations.Nullable;

/**
 * A store that keeps what it has confirmed.
 *
 * @param access how instances reach it
 * @param process its server, or {@code null} if it has none
 * @param clock the wall clock of the server, or {@code null} if it cannot be stepped, or
 * does not determine leases
 */
record DurableStore(StoreAccess access, @Nullable StoreServer process, @Nullable FakeTime clock) implements ChaosStore {

	@Override
	public OptionalInt port() {
		return (this.process != null) ? OptionalInt.of(this.process.server().port()) : OptionalInt.empty();
	}

	@Override
	public Optional<StoreServer> server() {
		return Optional.ofNullable(this.process);
	}

	@Override
	public Optional<FakeTime> serverClock() {
		return Optional.ofNullable(this.clock);
	}

	@Override
	public void close() {
		if (this.process != null) {
			this.process.server().close();
		}
		if (this.clock != null) {
			this.clock.close();
		}
	}

}
