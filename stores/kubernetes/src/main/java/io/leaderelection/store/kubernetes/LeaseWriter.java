/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.kubernetes;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.LinkedHashMap;
import java.util.Map;

import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.api.model.coordination.v1.LeaseBuilder;
import io.fabric8.kubernetes.api.model.coordination.v1.LeaseSpec;
import io.leaderelection.store.ElectionKey;
import io.leaderelection.time.WallClock;
import org.jspecify.annotations.Nullable;

/**
 * Writes records into Lease objects. What others keep in the object stays, as does its
 * resource version, which guards the write.
 */
final class LeaseWriter {

	private static final String NAMESPACE_LABEL = LeaseAnnotation.DOMAIN + "namespace";

	private final String namespace;

	private final LeaseNames names;

	private final Map<String, String> labels;

	private final WallClock clock;

	/**
	 * Creates the writer.
	 * @param namespace the namespace of the objects
	 * @param names the names of the objects
	 * @param labels the user's labels
	 * @param clock for what people and other tools read; decides nothing
	 */
	LeaseWriter(String namespace, LeaseNames names, Map<String, String> labels, WallClock clock) {
		this.namespace = namespace;
		this.names = names;
		this.labels = labels;
		this.clock = clock;
	}

	/** Selects the objects of a namespace of elections. */
	static String selector(String namespace) {
		return NAMESPACE_LABEL + "=" + LeaseNames.label(namespace);
	}

	/** An object for a first term. */
	Lease create(ElectionKey key, LeaseRecord record) {
		Lease lease = new LeaseBuilder().withNewMetadata()
			.withNamespace(this.namespace)
			.withName(this.names.of(key))
			.endMetadata()
			.build();
		return write(lease, key, record, now(), 0);
	}

	/** The object with a new term. */
	Lease grant(Lease lease, ElectionKey key, LeaseRecord record) {
		return write(lease, key, record, now(), transitions(lease) + 1);
	}

	/** The object with the term it has, renewed. */
	Lease renew(Lease lease, ElectionKey key, LeaseRecord record) {
		LeaseSpec spec = lease.getSpec();
		ZonedDateTime acquired = (spec != null) ? spec.getAcquireTime() : null;
		return write(lease, key, record, acquired, transitions(lease));
	}

	private Lease write(Lease lease, ElectionKey key, LeaseRecord record, @Nullable ZonedDateTime acquired,
			int transitions) {
		return new LeaseBuilder(lease).editMetadata()
			.addToLabels(this.labels)
			.addToLabels("app.kubernetes.io/managed-by", "leader-election")
			.addToLabels(NAMESPACE_LABEL, LeaseNames.label(key.namespace()))
			.addToAnnotations(annotations(key, record))
			.endMetadata()
			.editOrNewSpec()
			.withHolderIdentity(record.released() ? "" : record.candidate())
			.withLeaseDurationSeconds(wholeSeconds(record.duration()))
			.withAcquireTime(acquired)
			.withRenewTime(now())
			.withLeaseTransitions(transitions)
			.endSpec()
			.build();
	}

	private static Map<String, String> annotations(ElectionKey key, LeaseRecord record) {
		Map<String, String> annotations = new LinkedHashMap<>();
		annotations.put(LeaseAnnotation.FORMAT.key(), LeaseAnnotation.CURRENT_FORMAT);
		annotations.put(LeaseAnnotation.NAMESPACE.key(), key.namespace());
		annotations.put(LeaseAnnotation.ELECTION.key(), key.election());
		annotations.put(LeaseAnnotation.TOKEN.key(), Long.toString(record.token()));
		annotations.put(LeaseAnnotation.NONCE.key(), record.nonce().toString());
		annotations.put(LeaseAnnotation.CANDIDATE.key(), record.candidate());
		annotations.put(LeaseAnnotation.SINCE.key(), Long.toString(record.since()));
		annotations.put(LeaseAnnotation.DURATION.key(), Long.toString(record.duration()));
		annotations.put(LeaseAnnotation.NOT_BEFORE.key(), Long.toString(record.notBefore()));
		annotations.put(LeaseAnnotation.RELEASED.key(), Boolean.toString(record.released()));
		annotations.put(LeaseAnnotation.RENEWALS.key(), Long.toString(record.renewals()));
		annotations.put(LeaseAnnotation.METADATA.key(), MetadataText.write(record.metadata()));
		return annotations;
	}

	private static int transitions(Lease lease) {
		LeaseSpec spec = lease.getSpec();
		Integer transitions = (spec != null) ? spec.getLeaseTransitions() : null;
		return (transitions != null && transitions >= 0 && transitions < Integer.MAX_VALUE) ? transitions : 0;
	}

	/** Rounded up: who reads this only must not think the lease over too early. */
	private static int wholeSeconds(long millis) {
		return (int) Math.min(Integer.MAX_VALUE, (millis + 999) / 1000);
	}

	private ZonedDateTime now() {
		return Instant.ofEpochMilli(this.clock.millis()).atZone(ZoneOffset.UTC);
	}

}
