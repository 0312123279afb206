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
 * Records when this candidate first observed the present state of each record, by its own
 * ticker.
 * <p>
 * ZooKeeper notifies a session of a change before it answers a read that shows the
 * change. If the watch was live all the time, a record that is read now already existed
 * when the watch last reported a change. Otherwise the record counts as observed from its
 * first read.
 */
final class Sightings {

	private final Ticker ticker;

	private final Map<String, Sighting> sightings = new ConcurrentHashMap<>();

	Sightings(Ticker ticker) {
		this.ticker = ticker;
	}

	/**
	 * Returns how long ago the last change was observed. Records a change that was not
	 * known yet.
	 */
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

	/** Records that the watch reports a change of a record. */
	void changed(String path) {
		long now = this.ticker.nanos();
		this.sightings.computeIfPresent(path, (key, former) -> new Sighting(former.change(), former.at(), now));
	}

	/** Records that the watch may have missed changes. */
	void interrupted() {
		this.sightings.replaceAll((path, sighting) -> new Sighting(sighting.change(), sighting.at(), null));
	}

	/** Removes a record that no longer exists. */
	void forget(String path) {
		this.sightings.remove(path);
	}

	/**
	 * The observation of a record.
	 *
	 * @param change the transaction that made the change
	 * @param at the ticker value, in nanoseconds, when the change was observed
	 * @param reported the ticker value, in nanoseconds, when a watch last reported a
	 * change that has not been read yet, or {@code null}
	 */
	private record Sighting(long change, long at, @Nullable Long reported) {

	}

}
