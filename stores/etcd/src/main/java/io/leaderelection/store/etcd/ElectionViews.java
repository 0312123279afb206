/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.etcd;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import io.etcd.jetcd.api.Event;
import io.etcd.jetcd.api.KeyValue;
import io.leaderelection.store.ElectionKey;
import io.leaderelection.store.support.TermRecord;
import io.leaderelection.time.Ticker;
import org.jspecify.annotations.Nullable;

/**
 * The last known view of each election that this candidate has accessed. Answers and
 * watch events update it. A stale view costs a round trip, but is safe because every
 * write is guarded. The time when a version was first seen is evidence: a term may be
 * valid until one lease duration after the last change of its record.
 */
final class ElectionViews {

	private final Ticker ticker;

	private final Map<ElectionKey, ElectionView> views = new ConcurrentHashMap<>();

	ElectionViews(Ticker ticker) {
		this.ticker = ticker;
	}

	@Nullable ElectionView get(ElectionKey key) {
		return this.views.get(key);
	}

	/** Stores the state from an answer, which is always the newest. */
	ElectionView read(ElectionKey key, @Nullable KeyValue record, @Nullable KeyValue guardLock, long revision) {
		return this.views.compute(key, (same, former) -> withRecord((former != null) ? former : ElectionView.ABSENT,
				record, lock(guardLock), revision));
	}

	/** Stores the state that this candidate wrote. */
	void wrote(ElectionKey key, ElectionView written) {
		this.views.put(key, written);
	}

	/**
	 * Stores a change reported by a watch.
	 * @return whether the election may have become free
	 */
	boolean changed(EtcdKeys.Place place, Event event) {
		boolean deleted = event.getType() == Event.EventType.DELETE;
		KeyValue value = deleted ? null : event.getKv();
		long revision = event.getKv().getModRevision();
		this.views.computeIfPresent(place.key(), (key, former) -> {
			if (revision < former.revision()) {
				return former;
			}
			return place.record() ? withRecord(former, value, former.lockValue(), revision)
					: new ElectionView(former.recordValue(), former.seenAt(), lock(value), revision);
		});
		return deleted;
	}

	/** Keeps the time of the first sight of a value that has not changed. */
	private ElectionView withRecord(ElectionView former, @Nullable KeyValue value,
			@Nullable StoredValue<GuardLock> lock, long revision) {
		StoredValue<TermRecord> known = former.recordValue();
		if (known != null && value != null && known.bytes().equals(value.getValue())) {
			return new ElectionView(known, former.seenAt(), lock, revision);
		}
		StoredValue<TermRecord> record = (value != null)
				? StoredValue.of(value, (text) -> TermRecord.parse(text.getValue().toByteArray())) : null;
		return new ElectionView(record, this.ticker.nanos(), lock, revision);
	}

	private static @Nullable StoredValue<GuardLock> lock(@Nullable KeyValue value) {
		return (value != null) ? StoredValue.of(value, GuardLock::parse) : null;
	}

}
