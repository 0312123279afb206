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
import io.leaderelection.store.support.NamedRecord;
import io.leaderelection.store.support.Stored;
import io.leaderelection.store.support.Stored.OtherOwner;
import io.leaderelection.store.support.TermRecord;
import org.jspecify.annotations.Nullable;

/**
 * Parses Lease objects, whose content is untrusted.
 */
final class LeaseReader {

	private static final int MAX_HOLDER_LENGTH = 255;

	private final String namespace;

	private final LeaseNames names;

	private final boolean adopts;

	/**
	 * Creates a reader.
	 * @param namespace the Kubernetes namespace of the objects
	 * @param names the names of the objects
	 * @param adopts whether objects of other electors have a record, too: their owner
	 * excludes others until its lease ends
	 */
	LeaseReader(String namespace, LeaseNames names, boolean adopts) {
		this.namespace = namespace;
		this.names = names;
		this.adopts = adopts;
	}

	/**
	 * Parses the record of an election.
	 * @return what the object says; it has no term if this library has not written one
	 * @throws GarbageRecordException if the object belongs to another client or cannot be
	 * parsed
	 */
	Stored read(Lease lease, ElectionKey key) {
		LeaseSpec spec = lease.getSpec();
		if (spec != null && isSet(spec.getStrategy())) {
			throw refused(lease, "has spec.strategy, so the cluster itself elects its holder. Remove spec.strategy, "
					+ "delete the object, or set another leader-election.kubernetes.name-prefix");
		}
		String holder = holder(spec);
		String text = text(lease);
		if (text == null) {
			return holder.isEmpty() ? new Stored(null, lease, null)
					: withoutRecord(lease, key, otherOwner(holder, spec, key));
		}
		try {
			TermRecord term = NamedRecord.parse(text.getBytes(StandardCharsets.UTF_8), key);
			boolean usual = holder.equals(term.released() ? "" : term.candidate());
			return new Stored(term, lease, usual ? null : otherOwner(holder, spec, key));
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
	private Stored withoutRecord(Lease lease, ElectionKey key, OtherOwner holder) {
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
		return new Stored(null, lease, holder);
	}

	/**
	 * Returns the election of an object.
	 * @return the key, or {@code null} if the record does not name a valid election
	 */
	static @Nullable ElectionKey key(Lease lease) {
		String text = text(lease);
		try {
			return (text != null) ? NamedRecord.keyOf(text.getBytes(StandardCharsets.UTF_8)) : null;
		}
		catch (IllegalArgumentException ex) {
			return null;
		}
	}

	private static @Nullable String text(Lease lease) {
		Map<String, String> annotations = lease.getMetadata().getAnnotations();
		return (annotations != null) ? annotations.get(LeaseWriter.RECORD) : null;
	}

	/** Returns the owner that other tools see, or an empty text. */
	private static String holder(@Nullable LeaseSpec spec) {
		String name = (spec != null && isSet(spec.getHolderIdentity())) ? spec.getHolderIdentity() : "";
		return name.substring(0, Math.min(MAX_HOLDER_LENGTH, name.length()));
	}

	private OtherOwner otherOwner(String holder, @Nullable LeaseSpec spec, ElectionKey key) {
		ZonedDateTime renewed = (spec != null) ? spec.getRenewTime() : null;
		Integer seconds = (spec != null) ? spec.getLeaseDurationSeconds() : null;
		return new OtherOwner(holder, Duration.ofSeconds((seconds != null) ? Math.max(0, seconds) : 0),
				(renewed != null) ? renewed.toString() : null, this.adopts ? null : remedy(key));
	}

	/** Returns how to end the lease of another client that entered itself as owner. */
	private String remedy(ElectionKey key) {
		return "To end that, empty spec.holderIdentity: kubectl -n " + this.namespace + " patch lease "
				+ this.names.of(key) + " --type=merge -p '{\"spec\":{\"holderIdentity\":\"\"}}'";
	}

	private static boolean isSet(@Nullable String text) {
		return text != null && !text.isEmpty();
	}

	private static GarbageRecordException refused(Lease lease, String why) {
		return new GarbageRecordException(
				"The Lease " + lease.getMetadata().getNamespace() + "/" + lease.getMetadata().getName() + " " + why);
	}

}
