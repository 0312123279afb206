/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.zookeeper;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import io.leaderelection.time.Ticker;
import org.jspecify.annotations.Nullable;

/**
 * When this candidate first observed the present state of each record, by its own ticker.
 * <p>
 * ZooKeeper notifies a session of a change before it answers a read with the change in
 * it. So where a watch was live all the time, a record that is read now was there when
 * the watch last reported a change; otherwise it is observed when it is first read.
 */
final class Sightings {

	private final Ticker ticker;

	private final Map<String, Sighting> sightings = new ConcurrentHashMap<>();

	Sightings(Ticker ticker) {
		this.ticker = ticker;
	}

	/** How long ago a change was observed. A look of its own, if it is the first one. */
	Duration age(RecordNode node) {
		long now = this.ticker.nanos();
		Sighting sighting = this.sightings.compute(node.path(), (path, former) -> {
			if (former == null) {
				return new Sighting(node.change(), now, null);
			}
			if (former.change() == node.change()) {
				return former;
			}
			Long reported = former.reported();
			return new Sighting(node.change(), (reported != null) ? reported : now, null);
		});
		return Duration.ofNanos(now - sighting.at());
	}

	/** The watch reports that a record changes. */
	void changed(String path) {
		long now = this.ticker.nanos();
		this.sightings.computeIfPresent(path, (key, former) -> new Sighting(former.change(), former.at(), now));
	}

	/** The watch may have missed changes. */
	void interrupted() {
		this.sightings.replaceAll((path, sighting) -> new Sighting(sighting.change(), sighting.at(), null));
	}

	/** A record is gone. */
	void forget(String path) {
		this.sightings.remove(path);
	}

	/**
	 * A sighting.
	 *
	 * @param change the transaction that made the change
	 * @param at when it was observed
	 * @param reported when a watch last reported a change that has not been read yet
	 */
	private record Sighting(long change, long at, @Nullable Long reported) {

	}

}
