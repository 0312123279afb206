/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.kubernetes;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * The store's verbs on Lease objects, in the words of RBAC. It does nothing else, so
 * these are the rights it needs.
 */
enum LeaseVerb {

	GET, LIST, WATCH, CREATE, UPDATE;

	/** The rule that a role must have, as one line of YAML. */
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
