/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.kubernetes;

import java.time.Duration;
import java.time.ZonedDateTime;
import java.util.Map;

import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.api.model.coordination.v1.LeaseSpec;
import io.leaderelection.store.ElectionKey;
import io.leaderelection.store.GarbageRecordException;
import io.leaderelection.store.support.TermRecord;
import org.jspecify.annotations.Nullable;

/**
 * Reads Lease objects, and trusts nothing in them.
 */
final class LeaseReader {

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
		LeaseSpec spec = lease.getSpec();
		if (spec != null && isSet(spec.getStrategy())) {
			throw refused(lease, "has spec.strategy, so the cluster itself elects its holder, which leader election "
					+ "does not fight. Remove spec.strategy, or delete the object,"
					+ " or let another leader-election.kubernetes.name-prefix keep apart what is not of one kind");
		}
		LeaseRecord.Holder holder = holder(spec);
		try {
			TermRecord term = LeaseAnnotations.read(annotations(lease), key);
			if (term != null) {
				return new LeaseRecord(term, holder);
			}
		}
		catch (IllegalArgumentException ex) {
			throw refused(lease, "is garbage, by its annotations " + LeaseAnnotations.DOMAIN + "*: " + ex.getMessage()
					+ ". Delete the object, or restore its annotations from a backup");
		}
		if (holder.name().isEmpty()) {
			return null;
		}
		throw refused(lease, "is garbage to leader election: it has a holder but no record, so another program "
				+ "uses it. Delete it, or set another leader-election.kubernetes.name-prefix");
	}

	/**
	 * Returns the election of an object.
	 * @return its key, or {@code null} if it does not say
	 */
	static @Nullable ElectionKey key(Lease lease) {
		return LeaseAnnotations.key(annotations(lease));
	}

	private static Map<String, String> annotations(Lease lease) {
		Map<String, String> annotations = lease.getMetadata().getAnnotations();
		return (annotations != null) ? annotations : Map.of();
	}

	private static LeaseRecord.Holder holder(@Nullable LeaseSpec spec) {
		if (spec == null) {
			return new LeaseRecord.Holder("", null, Duration.ZERO);
		}
		String name = isSet(spec.getHolderIdentity()) ? spec.getHolderIdentity() : "";
		ZonedDateTime renewed = spec.getRenewTime();
		Integer seconds = spec.getLeaseDurationSeconds();
		return new LeaseRecord.Holder(name.substring(0, Math.min(LONGEST_HOLDER, name.length())),
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
