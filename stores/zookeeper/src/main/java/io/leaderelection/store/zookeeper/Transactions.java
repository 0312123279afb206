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
 * The transactions of the store. Each names the version of the record that it was decided
 * on, and sets the record's data exactly once with a result.
 */
final class Transactions {

	private static final int ANY_VERSION = -1;

	private final List<ACL> acl;

	Transactions(List<ACL> acl) {
		this.acl = acl;
	}

	/** The access rights of the nodes that are made. */
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
			// Only this returns the transaction's number
			operations.add(Op.setData(node.path(), data, 0));
		}
		operations
			.add(Op.create(NodePaths.hold(node.path(), granted.nonce()), new byte[0], this.acl, CreateMode.EPHEMERAL));
		return operations;
	}

	/** Writes a new term over one that has run out and still has its guard lock. */
	List<Op> takeOver(RecordNode node, Nonce former, TermRecord granted) {
		List<Op> operations = grant(node, granted);
		operations.add(1, Op.delete(NodePaths.hold(node.path(), former), ANY_VERSION));
		return operations;
	}

	/**
	 * Touches a record whose guard lock is there, and writes its notes if they are other
	 * ones.
	 */
	List<Op> extend(RecordNode node, TermRecord extended) {
		List<Op> operations = new ArrayList<>(3);
		operations.add(Op.check(NodePaths.hold(node.path(), extended.nonce()), ANY_VERSION));
		operations.add(Op.setData(node.path(), data(extended), node.version()));
		if (areNotes(node, extended)) {
			byte[] notes = extended.checkpoints().text().getBytes(StandardCharsets.UTF_8);
			operations.add(Op.setData(NodePaths.checkpoints(node.path()), notes, ANY_VERSION));
		}
		return operations;
	}

	/** Whether a write replaces the notes: under another version. */
	static boolean areNotes(RecordNode node, TermRecord next) {
		return node.checkpointVersion() != next.checkpoints().version();
	}

	/** The notes are kept in a node of their own, so that other writes are as small. */
	private static byte[] data(TermRecord record) {
		return record.with(record.checkpoints().versionAlone()).format(Map.of());
	}

	/** Marks a term as given up, and ends its guard lock. */
	List<Op> release(RecordNode node, TermRecord released) {
		return List.of(markReleased(node, released),
				Op.delete(NodePaths.hold(node.path(), released.nonce()), ANY_VERSION));
	}

	/** Marks a term as given up whose guard lock is gone. */
	Op markReleased(RecordNode node, TermRecord released) {
		return Op.setData(node.path(), data(released), node.version());
	}

}
