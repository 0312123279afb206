/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.etcd;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;

import com.google.protobuf.ByteString;
import io.etcd.jetcd.api.Event;
import io.etcd.jetcd.api.KeyValue;
import io.leaderelection.store.ElectionKey;
import io.leaderelection.store.GarbageRecordException;
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

	private final EtcdKeys names;

	private final Ticker ticker;

	private final Map<ElectionKey, ElectionView> views = new ConcurrentHashMap<>();

	ElectionViews(EtcdKeys names, Ticker ticker) {
		this.names = names;
		this.ticker = ticker;
	}

	@Nullable ElectionView get(ElectionKey key) {
		return this.views.get(key);
	}

	/** Stores the state from an answer, which is always the newest. */
	ElectionView read(ElectionKey key, @Nullable KeyValue record, @Nullable KeyValue guardLock) {
		long now = this.ticker.nanos();
		return this.views.compute(key,
				(same, former) -> new ElectionView((record != null)
						? record(key, record, (former != null) ? former.recordVersion() : null, now) : null,
						(guardLock != null) ? guardLock(key, guardLock, now) : null));
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
		KeyValue value = event.getKv();
		boolean deleted = event.getType() == Event.EventType.DELETE;
		long now = this.ticker.nanos();
		this.views.computeIfPresent(place.key(), (key, former) -> {
			if (place.record()) {
				return isNewer(value, former.recordVersion())
						? new ElectionView(deleted ? null : record(key, value, former.recordVersion(), now),
								former.guardLockVersion())
						: former;
			}
			return isNewer(value, former.guardLockVersion())
					? new ElectionView(former.recordVersion(), deleted ? null : guardLock(key, value, now)) : former;
		});
		return deleted;
	}

	private static boolean isNewer(KeyValue value, @Nullable Version<?> former) {
		return former == null || value.getModRevision() > former.revision();
	}

	private Version<TermRecord> record(ElectionKey key, KeyValue value, @Nullable Version<TermRecord> former,
			long now) {
		if (former != null && former.value().equals(value.getValue())) {
			return former;
		}
		return version(this.names.recordName(key), value, now, (bytes, lease) -> TermRecord.parse(bytes.toByteArray()));
	}

	private Version<GuardLock> guardLock(ElectionKey key, KeyValue value, long now) {
		return version(this.names.guardLockName(key), value, now, GuardLock::parse);
	}

	private static <T> Version<T> version(String name, KeyValue value, long now,
			BiFunction<ByteString, Long, T> parser) {
		try {
			T content = parser.apply(value.getValue(), value.getLease());
			return new Version<>(value.getValue(), value.getModRevision(), now, content, null);
		}
		catch (IllegalArgumentException ex) {
			return new Version<>(value.getValue(), value.getModRevision(), now, null, new GarbageRecordException(
					"The etcd key '" + name + "' contains garbage: " + ex.getMessage() + ". Delete the key"));
		}
	}

}
