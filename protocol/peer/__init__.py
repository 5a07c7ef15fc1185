"""One seat at a table, without input or output: bytes, decisions, finished work and the time go in;
things to write, messages to send, work to do, questions and views come out.
"""
