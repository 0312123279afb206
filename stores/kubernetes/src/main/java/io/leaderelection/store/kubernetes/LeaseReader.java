/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.kubernetes;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.ZonedDateTime;
import java.util.Map;

import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.api.model.coordination.v1.LeaseSpec;
import io.leaderelection.store.ElectionKey;
import io.leaderelection.store.GarbageRecordException;
import io.leaderelection.store.RecordFields;
import io.leaderelection.store.RecordText;
import io.leaderelection.store.support.TermRecord;
import org.jspecify.annotations.Nullable;

/**
 * Parses Lease objects, whose content is untrusted.
 */
final class LeaseReader {

	private static final int MAX_HOLDER_LENGTH = 255;

	private final boolean adopts;

	/**
	 * Creates a reader.
	 * @param adopts whether objects of other electors have a record, too: their owner
	 * excludes others until its lease ends
	 */
	LeaseReader(boolean adopts) {
		this.adopts = adopts;
	}

	boolean adopts() {
		return this.adopts;
	}

	/**
	 * Parses the record of an election.
	 * @return the record, or {@code null} if the object exists but it has no owner
	 * @throws GarbageRecordException if the object belongs to another client or cannot be
	 * parsed
	 */
	@Nullable LeaseRecord read(Lease lease, ElectionKey key) {
		LeaseSpec spec = lease.getSpec();
		if (spec != null && isSet(spec.getStrategy())) {
			throw refused(lease, "has spec.strategy, so the cluster itself elects its holder. Remove spec.strategy, "
					+ "delete the object, or set another leader-election.kubernetes.name-prefix");
		}
		LeaseRecord.Holder holder = holder(spec);
		String text = text(lease);
		if (text == null) {
			return (holder.name().isEmpty()) ? null : withoutRecord(lease, key, holder);
		}
		try {
			RecordFields fields = RecordText.parse(text.getBytes(StandardCharsets.UTF_8));
			if (!key.equals(takeKey(fields))) {
				throw new IllegalArgumentException("it belongs to another election");
			}
			TermRecord term = TermRecord.take(fields);
			fields.end();
			return new LeaseRecord(term, holder);
		}
		catch (IllegalArgumentException ex) {
			throw refused(lease, "is garbage because of its annotation " + LeaseWriter.RECORD + ": " + ex.getMessage()
					+ ". Delete the object, or restore its annotations from a backup");
		}
	}

	/**
	 * Returns what an object without a record says about its owner. The object of this
	 * election may have lost its record by an edit.
	 */
	private LeaseRecord withoutRecord(Lease lease, ElectionKey key, LeaseRecord.Holder holder) {
		if (!this.adopts && !LeaseWriter.isWritten(lease, key.namespace())) {
			throw refused(lease,
					"has the holder '" + holder.name() + "' but no record of leader election, so another client uses "
							+ "it. To elect over it together with that client, set "
							+ "leader-election.kubernetes.adopt-leases=true. Otherwise delete it, or set another "
							+ "leader-election.kubernetes.name-prefix");
		}
		if (holder.lease().isZero()) {
			throw refused(lease, "has the holder '" + holder.name() + "' but no spec.leaseDurationSeconds, so nobody "
					+ "knows when its lease ends. Empty spec.holderIdentity, or delete the object");
		}
		return LeaseRecord.of(holder);
	}

	/**
	 * Returns the election of an object.
	 * @return the key, or {@code null} if the record does not name a valid election
	 */
	static @Nullable ElectionKey key(Lease lease) {
		String text = text(lease);
		try {
			return (text != null) ? takeKey(RecordText.parse(text.getBytes(StandardCharsets.UTF_8))) : null;
		}
		catch (IllegalArgumentException ex) {
			return null;
		}
	}

	private static ElectionKey takeKey(RecordFields fields) {
		return new ElectionKey(fields.text(LeaseWriter.NAMESPACE, ElectionKey.MAX_LENGTH),
				fields.text(LeaseWriter.ELECTION, ElectionKey.MAX_LENGTH));
	}

	private static @Nullable String text(Lease lease) {
		Map<String, String> annotations = lease.getMetadata().getAnnotations();
		return (annotations != null) ? annotations.get(LeaseWriter.RECORD) : null;
	}

	private static LeaseRecord.Holder holder(@Nullable LeaseSpec spec) {
		if (spec == null) {
			return new LeaseRecord.Holder("", null, Duration.ZERO);
		}
		String name = isSet(spec.getHolderIdentity()) ? spec.getHolderIdentity() : "";
		ZonedDateTime renewed = spec.getRenewTime();
		Integer seconds = spec.getLeaseDurationSeconds();
		return new LeaseRecord.Holder(name.substring(0, Math.min(MAX_HOLDER_LENGTH, name.length())),
				(renewed != null) ? renewed.toString() : null,
				Duration.ofSeconds((seconds != null) ? Math.max(0, seconds) : 0));
	}

	private static boolean isSet(@Nullable String text) {
		return text != null && !text.isEmpty();
	}

	private static GarbageRecordException refused(Lease lease, String why) {
		return new GarbageRecordException(
				"The Lease " + lease.getMetadata().getNamespace() + "/" + lease.getMetadata().getName() + " " + why);
	}

}
