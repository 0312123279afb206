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
 * The node of an election as it was read or written, with all values of one instant.
 *
 * @param path the path of the node
 * @param record the record, or {@code null} if the node is absent or empty
 * @param version the version of the data, or {@link #ABSENT} if there is no node
 * @param change the transaction that last changed the data, unique in the ensemble
 * @param children the number of children: guard locks, unless another client creates
 * other nodes
 */
record RecordNode(String path, @Nullable TermRecord record, int version, long change, int children) {

	private static final int ABSENT = -1;

	static RecordNode absent(String path) {
		return new RecordNode(path, null, ABSENT, 0, 0);
	}

	/**
	 * Parses the data of the node.
	 * @throws GarbageRecordException if the data is not a valid record
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

	/** Returns the node after a write of this record. */
	RecordNode written(TermRecord written, Stat stat) {
		return new RecordNode(this.path, written.with(written.checkpoints().versionAlone()), stat.getVersion(),
				stat.getMzxid(), 1);
	}

	/** Returns the version of the checkpoints, which are in a separate node. */
	long checkpointVersion() {
		return (this.record != null) ? this.record.checkpoints().version() : 0;
	}

	/** Returns whether a write replaces the checkpoints, by their version. */
	boolean changesCheckpoints(TermRecord next) {
		return checkpointVersion() != next.checkpoints().version();
	}

	boolean exists() {
		return this.version != ABSENT;
	}

	boolean hasChildren() {
		return this.children > 0;
	}

}
