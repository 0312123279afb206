/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.kubernetes;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * The RBAC verbs on Lease objects that the store uses. The store needs exactly these
 * rights.
 */
enum LeaseVerb {

	GET, LIST, WATCH, CREATE, UPDATE;

	boolean isWrite() {
		return this == CREATE || this == UPDATE;
	}

	/** Returns the rule for the role, as one line of YAML. */
	static String rule() {
		return Arrays.stream(values())
			.map(LeaseVerb::toString)
			.collect(
					Collectors.joining(", ", "{apiGroups: [coordination.k8s.io], resources: [leases], verbs: [", "]}"));
	}

	@Override
	public String toString() {
		return name().toLowerCase(Locale.ROOT);
	}

}
