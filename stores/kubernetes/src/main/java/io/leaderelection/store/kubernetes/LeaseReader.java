/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.kubernetes;

import java.time.ZonedDateTime;
import java.util.Map;

import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.api.model.coordination.v1.LeaseSpec;
import io.leaderelection.store.Acquire;
import io.leaderelection.store.ElectionKey;
import io.leaderelection.store.GarbageRecordException;
import io.leaderelection.store.LeaseStore;
import io.leaderelection.store.Nonce;
import org.jspecify.annotations.Nullable;

/**
 * Reads Lease objects, and trusts nothing in them.
 */
final class LeaseReader {

	private static final long LARGEST_TIME = 9_999_999_999_999L;

	private static final int LONGEST_HOLDER = 255;

	private LeaseReader() {
	}

	/**
	 * Reads the record of an election.
	 * @return the record, or {@code null} if the object is one that was made beforehand
	 * and has never been used
	 * @throws GarbageRecordException if it is of anybody else, or not understood
	 */
	static @Nullable LeaseRecord read(Lease lease, ElectionKey key) {
		Map<String, String> annotations = lease.getMetadata().getAnnotations();
		LeaseSpec spec = lease.getSpec();
		if (spec != null && isSet(spec.getStrategy())) {
			throw refused(lease, "has spec.strategy, so the cluster itself elects its holder, which leader election "
					+ "does not fight. Remove spec.strategy, or delete the object,"
					+ " or let another leader-election.kubernetes.name-prefix keep apart what is not of one kind");
		}
		if (annotations == null || annotations.keySet().stream().noneMatch(LeaseAnnotation::isOne)) {
			if (spec == null || !isSet(spec.getHolderIdentity())) {
				return null;
			}
			throw refused(lease, "is garbage to leader election: it has a holder but no record, so something else "
					+ "holds it. Delete it, or set another leader-election.kubernetes.name-prefix");
		}
		try {
			return read(annotations, holder(spec), key);
		}
		catch (IllegalArgumentException ex) {
			throw refused(lease,
					"is garbage: " + ex.getMessage() + ". Delete the object, or restore its annotations from a backup");
		}
	}

	/**
	 * Which election an object is of.
	 * @return its key, or {@code null} if it does not say
	 */
	static @Nullable ElectionKey key(Lease lease) {
		Map<String, String> annotations = lease.getMetadata().getAnnotations();
		if (annotations == null) {
			return null;
		}
		String namespace = annotations.get(LeaseAnnotation.NAMESPACE.key());
		String election = annotations.get(LeaseAnnotation.ELECTION.key());
		if (namespace == null || election == null) {
			return null;
		}
		try {
			return new ElectionKey(namespace, election);
		}
		catch (IllegalArgumentException ex) {
			return null;
		}
	}

	private static LeaseRecord read(Map<String, String> annotations, LeaseRecord.Holder holder, ElectionKey key) {
		require(text(annotations, LeaseAnnotation.FORMAT).equals(LeaseAnnotation.CURRENT_FORMAT),
				LeaseAnnotation.FORMAT, "is of another version");
		require(text(annotations, LeaseAnnotation.NAMESPACE).equals(key.namespace()), LeaseAnnotation.NAMESPACE,
				"is another namespace's");
		require(text(annotations, LeaseAnnotation.ELECTION).equals(key.election()), LeaseAnnotation.ELECTION,
				"is another election's");
		String candidate = text(annotations, LeaseAnnotation.CANDIDATE);
		require(!candidate.isEmpty() && candidate.length() <= Acquire.MAX_CANDIDATE, LeaseAnnotation.CANDIDATE,
				"has no legal length");
		String released = text(annotations, LeaseAnnotation.RELEASED);
		require(released.equals("true") || released.equals("false"), LeaseAnnotation.RELEASED,
				"is neither true nor false");
		return new LeaseRecord(number(annotations, LeaseAnnotation.TOKEN, 1, LeaseStore.MAX_TOKEN),
				Nonce.parse(text(annotations, LeaseAnnotation.NONCE)), candidate,
				number(annotations, LeaseAnnotation.SINCE, 0, LARGEST_TIME),
				number(annotations, LeaseAnnotation.DURATION, 1, LARGEST_TIME),
				number(annotations, LeaseAnnotation.NOT_BEFORE, 0, LARGEST_TIME), released.equals("true"),
				number(annotations, LeaseAnnotation.RENEWALS, 0, Long.MAX_VALUE - 1), metadata(annotations), holder);
	}

	private static LeaseRecord.Holder holder(@Nullable LeaseSpec spec) {
		if (spec == null) {
			return new LeaseRecord.Holder("", null, 0);
		}
		String name = isSet(spec.getHolderIdentity()) ? spec.getHolderIdentity() : "";
		ZonedDateTime renewed = spec.getRenewTime();
		Integer seconds = spec.getLeaseDurationSeconds();
		return new LeaseRecord.Holder(name.substring(0, Math.min(LONGEST_HOLDER, name.length())),
				(renewed != null) ? renewed.toString() : null, (seconds != null && seconds > 0) ? 1000L * seconds : 0);
	}

	private static Map<String, String> metadata(Map<String, String> annotations) {
		Map<String, String> metadata = MetadataText.read(text(annotations, LeaseAnnotation.METADATA));
		int size = metadata.entrySet().stream().mapToInt((it) -> it.getKey().length() + it.getValue().length()).sum();
		require(size <= Acquire.MAX_METADATA, LeaseAnnotation.METADATA, "is too long");
		return metadata;
	}

	private static long number(Map<String, String> annotations, LeaseAnnotation annotation, long least, long most) {
		String text = text(annotations, annotation);
		try {
			long number = Long.parseLong(text);
			require(number >= least && number <= most && text.equals(Long.toString(number)), annotation,
					"is out of bounds");
			return number;
		}
		catch (NumberFormatException ex) {
			throw new IllegalArgumentException(annotation.key() + " is no number", ex);
		}
	}

	private static String text(Map<String, String> annotations, LeaseAnnotation annotation) {
		String text = annotations.get(annotation.key());
		if (text == null) {
			throw new IllegalArgumentException(annotation.key() + " is missing");
		}
		return text;
	}

	private static void require(boolean condition, LeaseAnnotation annotation, String complaint) {
		if (!condition) {
			throw new IllegalArgumentException(annotation.key() + " " + complaint);
		}
	}

	private static boolean isSet(@Nullable String text) {
		return text != null && !text.isEmpty();
	}

	private static GarbageRecordException refused(Lease lease, String why) {
		return new GarbageRecordException(
				"The Lease " + lease.getMetadata().getNamespace() + "/" + lease.getMetadata().getName() + " " + why);
	}

}
