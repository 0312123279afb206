/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

import io.leaderelection.servers.MariaDbServer;

/**
 * Proxy in front of a primary and a replica that sends reads outside transactions to the
 * replica. Implements only the necessary part of the protocol of MySQL and MariaDB.
 * Clients log in without a password.
 */
final class ReadWriteSplitter implements AutoCloseable {

	private static final int COM_QUERY = 3;

	private static final int LONGEST_BEGINNING = 200;

	private final int primary;

	private final int replica;

	private final Rule rule;

	private final ServerSocket listener;

	private final List<Socket> sockets = new CopyOnWriteArrayList<>();

	private final AtomicInteger replicaReads = new AtomicInteger();

	ReadWriteSplitter(MariaDbServer primary, MariaDbServer replica, Rule rule) throws IOException {
		this.primary = primary.port();
		this.replica = replica.port();
		this.rule = rule;
		this.listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
		start("splitter-accept", this::accept);
	}

	String jdbcUrl() {
		return "jdbc:mariadb://127.0.0.1:" + this.listener.getLocalPort() + "/test";
	}

	/** Returns how many statements were sent to the replica. */
	int replicaReads() {
		return this.replicaReads.get();
	}

	@Override
	public void close() throws IOException {
		this.listener.close();
		for (Socket socket : this.sockets) {
			socket.close();
		}
	}

	private void accept() throws IOException {
		while (true) {
			Socket client = opened(this.listener.accept());
			start("splitter-session", () -> {
				try (client;
						Socket writes = opened(new Socket(InetAddress.getLoopbackAddress(), this.primary));
						Socket reads = opened(new Socket(InetAddress.getLoopbackAddress(), this.replica))) {
					new Session(client, writes, reads).run();
				}
			});
		}
	}

	private Socket opened(Socket socket) throws IOException {
		socket.setTcpNoDelay(true);
		this.sockets.add(socket);
		return socket;
	}

	private static void start(String name, Step step) {
		Thread thread = new Thread(() -> {
			try {
				step.run();
			}
			catch (IOException ex) {
				// One of the three connections has ended, and the others end with it
			}
		}, name);
		thread.setDaemon(true);
		thread.start();
	}

	/** Returns a packet with its header. */
	private static byte[] packet(InputStream in) throws IOException {
		byte[] header = new byte[4];
		DataInputStream data = new DataInputStream(in);
		data.readFully(header);
		int length = (header[0] & 0xff) | (header[1] & 0xff) << 8 | (header[2] & 0xff) << 16;
		byte[] packet = new byte[header.length + length];
		System.arraycopy(header, 0, packet, 0, header.length);
		data.readFully(packet, header.length, length);
		return packet;
	}

	/**
	 * The rules by which a splitter sends reads to a replica.
	 */
	enum Rule {

		/** Keeps everything on the primary while auto-commit is off. */
		SESSION,

		/**
		 * Sends statements that begin with SELECT to the replica until another statement
		 * has begun a transaction, even with auto-commit off.
		 */
		FIRST_WORD,

		/** Sends reads to the replica even in transactions, which is wrong. */
		TORN

	}

	private interface Step {

		void run() throws IOException;

	}

	private final class Session {

		private final Socket client;

		private final Socket writes;

		private final Socket reads;

		private boolean autoCommit = true;

		private boolean inTransaction;

		Session(Socket client, Socket writes, Socket reads) {
			this.client = client;
			this.writes = writes;
			this.reads = reads;
		}

		void run() throws IOException {
			logIn();
			start("splitter-writes", () -> this.writes.getInputStream().transferTo(this.client.getOutputStream()));
			start("splitter-reads", () -> this.reads.getInputStream().transferTo(this.client.getOutputStream()));
			InputStream in = this.client.getInputStream();
			while (true) {
				byte[] packet = packet(in);
				OutputStream out = (isRead(packet) ? this.reads : this.writes).getOutputStream();
				out.write(packet);
				out.flush();
			}
		}

		/**
		 * Forwards the client's answer to the greeting of the primary to both servers.
		 */
		private void logIn() throws IOException {
			packet(this.reads.getInputStream());
			this.client.getOutputStream().write(packet(this.writes.getInputStream()));
			byte[] answer = packet(this.client.getInputStream());
			this.writes.getOutputStream().write(answer);
			this.reads.getOutputStream().write(answer);
			byte[] accepted = packet(this.reads.getInputStream());
			if (accepted[4] != 0) {
				throw new IOException("The replica does not accept the client");
			}
			this.client.getOutputStream().write(packet(this.writes.getInputStream()));
		}

		private boolean isRead(byte[] packet) {
			if (packet[4] != COM_QUERY) {
				return false;
			}
			String sql = new String(packet, 5, Math.min(packet.length - 5, LONGEST_BEGINNING), StandardCharsets.UTF_8)
				.strip()
				.toLowerCase(Locale.ROOT);
			if (sql.startsWith("set autocommit")) {
				this.autoCommit = sql.endsWith("1");
				this.inTransaction = false;
				return false;
			}
			if (sql.startsWith("commit") || sql.startsWith("rollback")) {
				this.inTransaction = false;
				return false;
			}
			// Queries of a driver about its session concern the primary
			boolean reads = (sql.startsWith("select") && !sql.startsWith("select @@"))
					|| (ReadWriteSplitter.this.rule != Rule.FIRST_WORD && sql.startsWith("with"));
			boolean pinned = switch (ReadWriteSplitter.this.rule) {
				case SESSION -> this.inTransaction || !this.autoCommit;
				case FIRST_WORD -> this.inTransaction;
				case TORN -> false;
			};
			if (reads && !pinned) {
				ReadWriteSplitter.this.replicaReads.incrementAndGet();
				return true;
			}
			if (sql.startsWith("start transaction") || (!this.autoCommit && !sql.startsWith("set "))) {
				this.inTransaction = true;
			}
			return false;
		}

	}

}
