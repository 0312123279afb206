/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.zookeeper;

import io.leaderelection.store.GarbageRecordException;
import io.leaderelection.store.support.TermRecord;
import org.apache.zookeeper.data.Stat;
import org.jspecify.annotations.Nullable;

/**
 * The node of an election as it was read or written, all at one instant.
 *
 * @param path where it is
 * @param record what it says, or {@code null} if it is absent or empty
 * @param version the version of its data, {@link #ABSENT} if there is no node
 * @param change the transaction that last changed the data, unique in the ensemble
 * @param children how many children it has: guard locks, unless another client makes
 * other nodes
 */
record RecordNode(String path, @Nullable TermRecord record, int version, long change, int children) {

	private static final int ABSENT = -1;

	static RecordNode absent(String path) {
		return new RecordNode(path, null, ABSENT, 0, 0);
	}

	/**
	 * Takes apart what was read.
	 * @throws GarbageRecordException if it is not understood
	 */
	static RecordNode read(String path, byte @Nullable [] data, Stat stat) {
		TermRecord record = (data == null || data.length == 0) ? null : parse(path, data);
		return new RecordNode(path, record, stat.getVersion(), stat.getMzxid(), stat.getNumChildren());
	}

	private static TermRecord parse(String path, byte[] data) {
		try {
			return TermRecord.parse(data);
		}
		catch (IllegalArgumentException ex) {
			throw new GarbageRecordException("The record in the ZooKeeper node '" + path + "' is garbage: "
					+ ex.getMessage() + ". Delete the node with its children, or restore its data from a backup");
		}
	}

	/** The same node after a write of this record. */
	RecordNode written(TermRecord written, Stat stat) {
		return new RecordNode(this.path, written.with(written.checkpoints().versionAlone()), stat.getVersion(),
				stat.getMzxid(), 1);
	}

	/** The version of the notes, which are in a node of their own. */
	long checkpointVersion() {
		return (this.record != null) ? this.record.checkpoints().version() : 0;
	}

	boolean exists() {
		return this.version != ABSENT;
	}

	boolean isHeld() {
		return this.children > 0;
	}

}
