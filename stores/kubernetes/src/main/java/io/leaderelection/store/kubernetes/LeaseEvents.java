/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.kubernetes;

import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.leaderelection.store.ElectionKey;
import io.leaderelection.store.GarbageRecordException;
import io.leaderelection.store.support.ConditionalRecords.Changes;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the events of a watch.
 *
 * @param namespace the namespace of elections that is watched
 * @param reader parses objects
 * @param changes takes what the events show
 */
record LeaseEvents(String namespace, LeaseReader reader, Changes changes) {

	private static final Logger logger = LoggerFactory.getLogger(LeaseEvents.class);

	/** Returns the label selector of the objects. */
	String selector() {
		return LeaseWriter.selector(this.namespace);
	}

	/**
	 * Takes an object from an event.
	 * @param deleted whether the object was deleted
	 * @return the election if it may be free, otherwise {@code null}
	 */
	@Nullable ElectionKey take(Lease lease, boolean deleted) {
		ElectionKey key = LeaseReader.key(lease);
		if (key == null || !key.namespace().equals(this.namespace)) {
			return null;
		}
		try {
			return this.changes.seen(key, deleted ? null : this.reader.read(lease, key)) ? key : null;
		}
		catch (GarbageRecordException ex) {
			// Every call for this election reports it
			logger.debug("A watched Lease cannot be parsed", ex);
			return key;
		}
	}

}
