/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.kubernetes;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.Map;

import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.api.model.coordination.v1.LeaseBuilder;
import io.fabric8.kubernetes.api.model.coordination.v1.LeaseSpec;
import io.leaderelection.store.ElectionKey;
import io.leaderelection.store.support.NamedRecord;
import io.leaderelection.store.support.TermRecord;
import io.leaderelection.time.WallClock;
import org.jspecify.annotations.Nullable;

/**
 * Writes records into Lease objects. Keeps the fields of other clients and the resource
 * version, which guards the write.
 */
final class LeaseWriter {

	/** The annotation with the record, in its text form. */
	static final String RECORD = "leaderelection.io/record";

	private static final String NAMESPACE_LABEL = "leaderelection.io/namespace";

	private final String namespace;

	private final LeaseNames names;

	private final Map<String, String> labels;

	private final WallClock clock;

	/**
	 * Creates the writer.
	 * @param namespace the Kubernetes namespace of the objects
	 * @param names the names of the objects
	 * @param labels the labels that the user configured
	 * @param clock the clock for times that only people and other tools read
	 */
	LeaseWriter(String namespace, LeaseNames names, Map<String, String> labels, WallClock clock) {
		this.namespace = namespace;
		this.names = names;
		this.labels = labels;
		this.clock = clock;
	}

	/** Returns the label selector for the objects of an election namespace. */
	static String selector(String namespace) {
		return NAMESPACE_LABEL + "=" + LeaseNames.label(namespace);
	}

	/** Returns whether an object has been written for an election of a namespace. */
	static boolean isWritten(Lease lease, String namespace) {
		Map<String, String> labels = lease.getMetadata().getLabels();
		return labels != null && LeaseNames.label(namespace).equals(labels.get(NAMESPACE_LABEL));
	}

	/**
	 * Returns the object with a term written into it.
	 * @param lease the present object, or {@code null} if it does not exist
	 * @param key the election
	 * @param term the term to write
	 * @param newTerm whether the term is new, and not the one that the object has
	 */
	Lease write(@Nullable Lease lease, ElectionKey key, TermRecord term, boolean newTerm) {
		LeaseSpec spec = (lease != null) ? lease.getSpec() : null;
		LeaseBuilder builder = (lease != null) ? new LeaseBuilder(lease)
				: new LeaseBuilder().withNewMetadata()
					.withNamespace(this.namespace)
					.withName(this.names.of(key))
					.endMetadata();
		ZonedDateTime now = Instant.ofEpochMilli(this.clock.millis()).atZone(ZoneOffset.UTC);
		return builder.editMetadata()
			.addToLabels(this.labels)
			.addToLabels("app.kubernetes.io/managed-by", "leader-election")
			.addToLabels(NAMESPACE_LABEL, LeaseNames.label(key.namespace()))
			.addToAnnotations(RECORD, new String(new NamedRecord(key, term).format(), StandardCharsets.US_ASCII))
			.endMetadata()
			.editOrNewSpec()
			.withHolderIdentity(term.released() ? "" : term.candidate())
			.withLeaseDurationSeconds(wholeSeconds(term.lease()))
			.withAcquireTime((newTerm || spec == null) ? now : spec.getAcquireTime())
			.withRenewTime(now)
			.withLeaseTransitions(transitions(spec) + ((newTerm && lease != null) ? 1 : 0))
			.endSpec()
			.build();
	}

	private static int transitions(@Nullable LeaseSpec spec) {
		Integer transitions = (spec != null) ? spec.getLeaseTransitions() : null;
		return (transitions != null && transitions >= 0 && transitions < Integer.MAX_VALUE) ? transitions : 0;
	}

	/** Rounds up, so that no other tool considers the lease expired too early. */
	private static int wholeSeconds(Duration lease) {
		return (int) Math.min(Integer.MAX_VALUE, lease.plusMillis(999).toSeconds());
	}

}
