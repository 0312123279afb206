/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.local;

import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.StreamSupport;

/**
 * Strategy that returns the type of the file system of a path.
 */
@FunctionalInterface
interface FileSystemTypes {

	/** Prefixes of the types whose locks do not work, or work on one machine only. */
	Set<String> NETWORK = Set.of("nfs", "cifs", "smb", "9p", "ceph", "gluster", "lustre", "afs", "autofs", "ncp",
			"ocfs", "gfs", "gpfs", "beegfs", "orangefs", "pvfs", "davfs", "webdav", "sshfs", "s3fs", "gcsfuse",
			"goofys", "rclone", "juicefs", "blobfuse", "grpcfuse", "osxfs", "virtiofs", "vboxsf", "vmhgfs", "prl_fs",
			"drvfs");

	/**
	 * Returns the type by the name that the operating system uses, such as {@code ext4}
	 * or {@code nfs4}.
	 * @param path an existing path
	 * @return the type
	 * @throws IOException if it cannot be determined
	 */
	String typeOf(Path path) throws IOException;

	/**
	 * Returns the strategy that asks the operating system.
	 * @return the strategy
	 */
	static FileSystemTypes system() {
		return (path) -> Files.getFileStore(path).type();
	}

	/**
	 * Returns a file system of this process that several machines may share.
	 * @return its type, or empty if there is none, or the operating system does not say
	 */
	default Optional<String> network() {
		return StreamSupport.stream(FileSystems.getDefault().getFileStores().spliterator(), false)
			.map(FileStore::type)
			.filter(FileSystemTypes::isNetwork)
			.findFirst();
	}

	/**
	 * Returns whether several machines may share a file system of this type.
	 * @param type the type
	 * @return {@code true} for a network file system
	 */
	static boolean isNetwork(String type) {
		String name = type.toLowerCase(Locale.ROOT);
		String bare = name.startsWith("fuse.") ? name.substring("fuse.".length()) : name;
		return NETWORK.stream().anyMatch(bare::startsWith);
	}

}
