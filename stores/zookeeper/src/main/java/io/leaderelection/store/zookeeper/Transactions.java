/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.zookeeper;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import io.leaderelection.store.Nonce;
import io.leaderelection.store.support.TermRecord;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.Op;
import org.apache.zookeeper.data.ACL;

/**
 * Builds the transactions of the store. Each one checks the version of the record that
 * was read, and sets the data of the record exactly once, so that its result has the
 * record's stat.
 */
final class Transactions {

	private static final int ANY_VERSION = -1;

	private final List<ACL> acl;

	Transactions(List<ACL> acl) {
		this.acl = acl;
	}

	/** Returns the access rights of created nodes. */
	List<ACL> acl() {
		return this.acl;
	}

	/** Writes a new term with its guard lock. */
	List<Op> grant(RecordNode node, TermRecord granted) {
		List<Op> operations = new ArrayList<>();
		byte[] data = data(granted);
		if (node.exists()) {
			operations.add(Op.setData(node.path(), data, node.version()));
		}
		else {
			operations.add(Op.create(node.path(), data, this.acl, CreateMode.PERSISTENT));
			// The result of a create has no transaction id
			operations.add(Op.setData(node.path(), data, 0));
		}
		operations.add(Op.create(NodePaths.guardLock(node.path(), granted.nonce()), new byte[0], this.acl,
				CreateMode.EPHEMERAL));
		return operations;
	}

	/** Writes a new term over one that has expired and still has its guard lock. */
	List<Op> takeOver(RecordNode node, Nonce former, TermRecord granted) {
		List<Op> operations = grant(node, granted);
		operations.add(1, Op.delete(NodePaths.guardLock(node.path(), former), ANY_VERSION));
		return operations;
	}

	/**
	 * Writes a record if its guard lock exists, and its checkpoints if they have changed.
	 */
	List<Op> extend(RecordNode node, TermRecord extended) {
		List<Op> operations = new ArrayList<>(3);
		operations.add(Op.check(NodePaths.guardLock(node.path(), extended.nonce()), ANY_VERSION));
		operations.add(Op.setData(node.path(), data(extended), node.version()));
		if (changesCheckpoints(node, extended)) {
			byte[] checkpoints = extended.checkpoints().text().getBytes(StandardCharsets.UTF_8);
			operations.add(Op.setData(NodePaths.checkpoints(node.path()), checkpoints, ANY_VERSION));
		}
		return operations;
	}

	/**
	 * Returns whether a write replaces the checkpoints, which then have another version.
	 */
	static boolean changesCheckpoints(RecordNode node, TermRecord next) {
		return node.checkpointVersion() != next.checkpoints().version();
	}

	/**
	 * Leaves out the text of the checkpoints, which has its own node and keeps other
	 * writes small.
	 */
	private static byte[] data(TermRecord record) {
		return record.with(record.checkpoints().versionAlone()).format(Map.of());
	}

	/** Marks a term as released, and deletes its guard lock. */
	List<Op> release(RecordNode node, TermRecord released) {
		return List.of(markReleased(node, released),
				Op.delete(NodePaths.guardLock(node.path(), released.nonce()), ANY_VERSION));
	}

	/** Marks a term as released whose guard lock no longer exists. */
	Op markReleased(RecordNode node, TermRecord released) {
		return Op.setData(node.path(), data(released), node.version());
	}

}
