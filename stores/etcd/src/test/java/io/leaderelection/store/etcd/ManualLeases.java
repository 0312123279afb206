/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.etcd;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import io.etcd.jetcd.api.KeyValue;
import io.leaderelection.testkit.ManualTicker;
import io.leaderelection.time.WallClock;

/**
 * Lets the leases of a real etcd expire by a clock of the test. When a lease has expired,
 * it is revoked, as etcd itself does. A lease counts as kept alive when a key attached to
 * it, or the record of that election, was written.
 */
final class ManualLeases {

	private final EtcdAdmin admin;

	private final ManualTicker ticker = new ManualTicker(1_000_000_000L);

	private final Map<Long, Long> lastRevision = new HashMap<>();

	private final Map<Long, Long> lastAlive = new HashMap<>();

	ManualLeases(EtcdAdmin admin) {
		this.admin = admin;
	}

	ManualTicker ticker() {
		return this.ticker;
	}

	/** Lets time pass. The wall clock advances by at least a millisecond. */
	void elapse(Duration duration) {
		observe();
		this.ticker.advance(duration);
		this.lastAlive.forEach((lease, alive) -> {
			long granted = this.admin.lease(lease).getGrantedTTL();
			if (granted > 0 && this.ticker.nanos() - alive >= Duration.ofSeconds(granted).toNanos()) {
				this.admin.revoke(lease);
			}
		});
		long before = WallClock.system().millis();
		while (WallClock.system().millis() == before) {
			Thread.onSpinWait();
		}
	}

	private void observe() {
		Map<Long, Long> revisions = new HashMap<>();
		List<KeyValue> all = this.admin.all();
		for (KeyValue guardLock : all) {
			if (guardLock.getLease() != 0) {
				String election = electionOf(guardLock);
				long revision = all.stream()
					.filter((other) -> electionOf(other).equals(election))
					.mapToLong(KeyValue::getModRevision)
					.max()
					.orElseThrow();
				revisions.merge(guardLock.getLease(), revision, Math::max);
			}
		}
		revisions.forEach((lease, revision) -> {
			if (!revision.equals(this.lastRevision.put(lease, revision))) {
				this.lastAlive.put(lease, this.ticker.nanos());
			}
		});
		this.lastAlive.keySet().retainAll(revisions.keySet());
	}

	private static String electionOf(KeyValue value) {
		String key = value.getKey().toStringUtf8();
		return key.substring(0, key.lastIndexOf('/'));
	}

}
