/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.mongodb;

import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.UnaryOperator;

import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.RawBsonDocument;
import org.bson.codecs.BsonDocumentCodec;
import org.jspecify.annotations.Nullable;

/**
 * Gives the answers of MongoDB that the servers of the other tests never give.
 */
final class ScriptedServer implements AutoCloseable {

	static final String PRIMARY = "{ok: 1, isWritablePrimary: true, ismaster: true, setName: 'rs0',"
			+ " hosts: ['127.0.0.1:PORT'], primary: '127.0.0.1:PORT', me: '127.0.0.1:PORT',"
			+ " logicalSessionTimeoutMinutes: 30, maxBsonObjectSize: 16777216, maxMessageSizeBytes: 48000000,"
			+ " maxWriteBatchSize: 100000, minWireVersion: 0, maxWireVersion: 21}";

	/** The answer to a write that was carried out. */
	static final String WRITTEN = "{ok: 1, n: 1, lastErrorObject: {n: 1, updatedExisting: true}, value: {_id: 'x'}}";

	/** The answer to a search that found nothing. */
	static final String NOTHING = "{ok: 1, cursor: {id: {$numberLong: '0'}, ns: 'a.b', firstBatch: []}}";

	private static final int OP_REPLY = 1;

	private static final int OP_QUERY = 2004;

	private static final int OP_MSG = 2013;

	private final ServerSocket listening;

	private final String hello;

	private final UnaryOperator<@Nullable String> script;

	private final List<BsonDocument> commands = new CopyOnWriteArrayList<>();

	private final Set<Socket> connections = ConcurrentHashMap.newKeySet();

	/**
	 * Starts a server.
	 * @param hello its answer to the question what it is
	 * @param script returns the answer to a command by its name; {@code null} closes the
	 * connection
	 */
	ScriptedServer(String hello, UnaryOperator<@Nullable String> script) {
		this.script = script;
		try {
			this.listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		this.hello = hello.replace("PORT", Integer.toString(this.listening.getLocalPort()));
		start(this::accept);
	}

	/** Starts a primary. */
	ScriptedServer(UnaryOperator<@Nullable String> script) {
		this(PRIMARY, script);
	}

	static String refused(int code, String name) {
		return "{ok: 0, code: " + code + ", codeName: '" + name + "', errmsg: 'canary'}";
	}

	String address() {
		return "127.0.0.1:" + this.listening.getLocalPort();
	}

	String uri() {
		return "mongodb://" + address() + "/";
	}

	/** Returns the commands of the store. */
	List<BsonDocument> commands() {
		return this.commands;
	}

	List<String> names() {
		return this.commands.stream().map(BsonDocument::getFirstKey).toList();
	}

	private static void start(Runnable task) {
		Thread thread = new Thread(task, "scripted-server");
		thread.setDaemon(true);
		thread.start();
	}

	private void accept() {
		try {
			while (true) {
				Socket connection = this.listening.accept();
				this.connections.add(connection);
				start(() -> serve(connection));
			}
		}
		catch (IOException ex) {
			// Closed
		}
	}

	private void serve(Socket connection) {
		try (connection) {
			DataInputStream in = new DataInputStream(connection.getInputStream());
			while (answer(in, connection.getOutputStream())) {
				// The next message
			}
		}
		catch (EOFException | SocketException ex) {
			// Closed by the client or with this server
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private boolean answer(DataInputStream in, OutputStream out) throws IOException {
		byte[] size = new byte[4];
		in.readFully(size);
		byte[] rest = new byte[little(size).getInt() - 4];
		in.readFully(rest);
		ByteBuffer message = little(rest);
		int request = message.getInt();
		message.getInt();
		boolean isQuery = message.getInt() == OP_QUERY;
		message.getInt();
		BsonDocument command = isQuery ? query(message) : sections(message);
		String name = command.getFirstKey();
		String answer;
		if (name.equalsIgnoreCase("hello") || name.equalsIgnoreCase("isMaster")) {
			answer = this.hello;
		}
		else if (name.equals("endSessions")) {
			answer = "{ok: 1}";
		}
		else {
			this.commands.add(command);
			answer = this.script.apply(name);
		}
		if (answer == null) {
			return false;
		}
		out.write(reply(isQuery, request, answer));
		return true;
	}

	private static BsonDocument query(ByteBuffer message) {
		while (message.get() != 0) {
			// The name of the collection
		}
		message.getInt();
		message.getInt();
		return document(message);
	}

	private static BsonDocument sections(ByteBuffer message) {
		message.get();
		BsonDocument command = document(message);
		while (message.hasRemaining()) {
			message.get();
			int end = message.position() + message.getInt();
			StringBuilder name = new StringBuilder();
			for (byte next = message.get(); next != 0; next = message.get()) {
				name.append((char) next);
			}
			BsonArray documents = new BsonArray();
			while (message.position() < end) {
				documents.add(document(message));
			}
			command.append(name.toString(), documents);
		}
		return command;
	}

	private static BsonDocument document(ByteBuffer message) {
		byte[] bytes = new byte[message.getInt(message.position())];
		message.get(bytes);
		return new RawBsonDocument(bytes).decode(new BsonDocumentCodec());
	}

	private static byte[] reply(boolean isQuery, int request, String answer) {
		ByteBuffer document = new RawBsonDocument(BsonDocument.parse(answer), new BsonDocumentCodec()).getByteBuffer()
			.asNIO();
		int length = 16 + (isQuery ? 20 : 5) + document.remaining();
		ByteBuffer reply = little(new byte[length]).putInt(length).putInt(0).putInt(request);
		if (isQuery) {
			reply.putInt(OP_REPLY).putInt(0).putLong(0).putInt(0).putInt(1);
		}
		else {
			reply.putInt(OP_MSG).putInt(0).put((byte) 0);
		}
		return reply.put(document).array();
	}

	private static ByteBuffer little(byte[] bytes) {
		return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
	}

	@Override
	public void close() {
		try {
			this.listening.close();
			for (Socket connection : this.connections) {
				connection.close();
			}
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
