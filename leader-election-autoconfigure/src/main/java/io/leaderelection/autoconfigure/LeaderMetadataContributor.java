/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.autoconfigure;

import java.util.Map;

/**
 * Adds to the metadata that this instance publishes while it leads, such as an address
 * that is only known at run time. A bean of this type is called for each attempt to
 * acquire a term, on the thread that renews leases: it must return immediately.
 */
@FunctionalInterface
public interface LeaderMetadataContributor {

	/**
	 * Adds entries.
	 * @param metadata the entries so far, from {@code leader-election.metadata} and
	 * contributors before this one; may be changed
	 */
	void contribute(Map<String, String> metadata);

}
