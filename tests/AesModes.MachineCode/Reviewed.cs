using System.Globalization;
using System.Text;

namespace AesModes.MachineCode;

/// <summary>The list that a person has reviewed: reviewed.txt. Its header explains the format.</summary>
internal sealed class Reviewed
{
    private const string Unread = "TO REVIEW";
    private const string Separator = " | ";
    private const string Calls = "calls";

    /// <summary>The class's reason covers these origins. Any other origin needs a reason of its own.</summary>
    private static readonly HashSet<string> _ordinary = ["constant", "arg", "frame", "ref", "static"];

    private readonly string _file;
    private readonly Reviewed? _reasons;
    private readonly List<string> _head = [];
    private readonly SortedDictionary<string, Group> _groups = new(StringComparer.Ordinal);
    private readonly Group _calls;
    private readonly Dictionary<string, Entry> _seen = [];
    private readonly HashSet<string> _compiled = [];
    private readonly HashSet<string> _everCompiled = [];
    private readonly Dictionary<string, string> _missing = [];

    /// <param name="file">The path of the list.</param>
    /// <param name="reasons">Another architecture's list. New entries take their reason from it, because their source is the same.</param>
    public Reviewed(string file, Reviewed? reasons = null)
    {
        _file = file;
        _reasons = reasons;
        _head.AddRange(File.ReadLines(file).TakeWhile(l => !l.StartsWith('[')).Where(l => l.StartsWith('#')));
        Group? group = null;
        foreach (string line in Record.ReadLines(file))
        {
            if (line[0] == '[')
            {
                int end = line.LastIndexOf("] ", StringComparison.Ordinal);
                _groups.Add(line[1..end], group = new Group(line[(end + 2)..].Trim()));
            }
            else
            {
                string[] parts = line.Split(Separator);
                group!.Entries.Add(parts[0].Trim(), Entry.Parse(parts.AsSpan(1)));
            }
        }

        _calls = _groups[Calls];
        _groups.Remove(Calls);
    }

    /// <summary>Whether everything on the list occurs on this machine. On a machine with fewer instructions, the list may contain more, and an update removes nothing.</summary>
    public bool IsComplete => _head.Contains($"# Complete for {(_reasons is null ? Record.Instructions : "ARM64")}.");

    /// <summary>Whether the list allows the call, so that the review does not follow it.</summary>
    public bool IsAllowedCall(string target)
    {
        string name = Method.ToKey(target);
        Entry? entry = _calls.Entries.FirstOrDefault(call => Matches(call.Key, name)).Value;
        entry?.IsUsed = true;
        return entry is not null;
    }

    /// <summary>Whether no code in the class depends on a secret, so that the review skips it.</summary>
    public bool IsWithoutSecrets(string key)
    {
        if (_reasons?.IsWithoutSecrets(key) == true)
        {
            return true;
        }

        Entry? entry = Find(key) is { IsAny: true } one ? one : _groups.GetValueOrDefault(Split(key).Group)?.Entries.GetValueOrDefault("*");
        entry?.IsUsed = true;
        return entry is not null;
    }

    /// <summary>Returns the method's facts that are not on the list. Keeps all facts, to find entries that no longer occur.</summary>
    public IEnumerable<string> Compare(Facts facts, IReadOnlyCollection<string> callers, bool record = true)
    {
        string key = facts.Method.Key;
        Entry? entry = Find(key);
        if (record)
        {
            if (!_seen.TryGetValue(key, out Entry? seen))
            {
                _seen[key] = seen = new Entry();
            }

            seen.Take(facts.Found.Select(f => KeyValuePair.Create(f.Key, f.Value.Count)), callers);
        }

        if (entry is null)
        {
            yield return $"{key} is not on the list ({facts.Method.ShortName}): {facts.Count("jumps")} conditional jumps, {facts.Count("index")} varying addresses";
        }

        foreach ((string found, var instructions) in facts.Found)
        {
            int most = entry?.Counts.GetValueOrDefault(found) ?? 0;
            if (instructions.Count > most && (entry is not null || IsExtraordinary(found)))
            {
                yield return $"{key}: {found}: {instructions.Count}, where the list has {most} ({facts.Method.ShortName}):";
                foreach (string text in instructions)
                {
                    yield return $"    {text}";
                }
            }
        }

        foreach (string caller in callers.Where(c => entry is { Callers.Count: > 0 } && !entry.Callers.Contains(c)))
        {
            yield return $"{key} is called by {caller}, which its entry does not name";
        }

        foreach (string target in facts.Calls.Where(t => !_compiled.Contains(Method.ToKey(t)) && !IsAllowedCall(t)))
        {
            string called = Method.ToKey(target);
            if (target.StartsWith("AesModes.", StringComparison.Ordinal))
            {
                // Another run may compile it.
                _missing.TryAdd(called, key);
            }
            else
            {
                yield return $"{key} calls {called}, which is neither allowed nor compiled here ({facts.Method.ShortName})";
            }
        }
    }

    /// <summary>Notes the methods that a run compiled: they are reviewed themselves, so calls to them are allowed.</summary>
    public void Enter(IEnumerable<Method> compiled)
    {
        _compiled.Clear();
        _compiled.UnionWith(compiled.Select(m => m.Key));
        _everCompiled.UnionWith(_compiled);
    }

    /// <summary>Returns our methods that code calls but that no run compiled.</summary>
    public IEnumerable<string> NeverCompiled() => _missing.Where(m => !_everCompiled.Contains(m.Key))
        .Select(m => $"{m.Key}, which {m.Value} calls, was not compiled in any run: the driver has to call it, or the list to allow it");

    /// <summary>Returns what only a person can complete: entries without a reason, or not yet reviewed.</summary>
    public IEnumerable<string> Unfinished()
    {
        foreach ((string name, var group) in _groups)
        {
            if (group.Why.Length == 0 || IsUnread(group.Why))
            {
                yield return $"[{name}] has no reason";
            }

            foreach ((string method, _) in group.Entries.Where(e => IsUnread(e.Value.Why) || (e.Value.Why.Length == 0 && e.Value.Counts.Keys.Any(IsExtraordinary))))
            {
                yield return $"{name}:{method} has no reason of its own";
            }
        }
    }

    /// <summary>Returns the entries that occur in no run.</summary>
    public IEnumerable<string> Gone()
    {
        foreach ((string name, var group) in _groups)
        {
            foreach ((string method, var entry) in group.Entries)
            {
                string key = method == "*" ? name : $"{name}:{method}";
                Entry? seen = entry.IsAny ? entry : _seen.GetValueOrDefault(key);
                if (seen is null || (entry.IsAny && !entry.IsUsed))
                {
                    yield return $"{key} is on the list and was not compiled in any run";
                    continue;
                }

                foreach ((string found, int count) in entry.Counts.Where(c => seen.Counts.GetValueOrDefault(c.Key) < c.Value))
                {
                    yield return $"{key}: {found}: at most {seen.Counts.GetValueOrDefault(found)}, where the list has {count}";
                }

                foreach (string caller in entry.Callers.Except(seen.Callers))
                {
                    yield return $"{key}: {caller} does not call it any more";
                }
            }
        }

        foreach ((string pattern, _) in _calls.Entries.Where(c => !c.Value.IsUsed))
        {
            yield return $"[{Calls}] {pattern}: nothing calls it";
        }
    }

    /// <summary>Writes a list that matches the current code. Marks entries that a person has not yet reviewed.</summary>
    public void Update()
    {
        SortedDictionary<string, Group> groups = new(StringComparer.Ordinal);
        foreach ((string name, var group) in _groups)
        {
            foreach ((string method, var entry) in group.Entries.Where(e => (e.Value.IsAny && e.Value.IsUsed) || !IsComplete))
            {
                Place(name).Entries[method] = entry;
            }
        }

        foreach ((string key, var seen) in _seen)
        {
            Entry? old = Find(key);
            string why = old?.Why ?? _reasons?.Find(key)?.Why ?? "";
            bool isNew = old is null ? seen.Counts.Count > 0 : seen.Exceeds(old);
            seen.Why = (isNew && !IsUnread(why) ? $"{why} {Unread}" : why).Trim();
            if (old is not null && !IsComplete)
            {
                // Another machine may have shown more.
                seen.Take(old.Counts, old.Callers);
            }

            if (old is not { Callers.Count: > 0 })
            {
                seen.Callers.Clear();
            }

            (string name, string method) = Split(key);
            Place(name).Entries[method] = seen;
        }

        StringBuilder text = new();
        text.AppendJoin('\n', _head).Append('\n');
        foreach ((string name, var group) in groups)
        {
            Write(name, group.Why, group.Entries.OrderBy(e => e.Key, StringComparer.Ordinal));
        }

        Write(Calls, _calls.Why, _calls.Entries.Where(c => c.Value.IsUsed || !IsComplete));
        File.WriteAllText(_file, text.ToString());

        Group Place(string name)
        {
            if (!groups.TryGetValue(name, out Group? group))
            {
                groups[name] = group = new Group((_groups.GetValueOrDefault(name) ?? _reasons?._groups.GetValueOrDefault(name))?.Why ?? Unread);
            }

            return group;
        }

        void Write(string name, string why, IEnumerable<KeyValuePair<string, Entry>> entries)
        {
            text.Append(CultureInfo.InvariantCulture, $"\n[{name}] {why}\n");
            foreach ((string method, var entry) in entries)
            {
                text.Append(CultureInfo.InvariantCulture, $"{method}{entry}\n");
            }
        }
    }

    private Entry? Find(string key)
    {
        (string group, string name) = Split(key);
        return _groups.GetValueOrDefault(group)?.Entries.GetValueOrDefault(name);
    }

    private static bool IsUnread(string why) => why.Contains(Unread, StringComparison.Ordinal);

    /// <summary>On ARM64, whose listing does not tell references from data, a 64-bit value is usually a reference.</summary>
    private bool IsExtraordinary(string found) => !found.Split(' ')[1].Split('&').All(o => _ordinary.Contains(o) || (o == "qword" && _reasons is not null));

    private static bool Matches(string pattern, string name) =>
        pattern.EndsWith('*') ? name.StartsWith(pattern[..^1], StringComparison.Ordinal) : name == pattern;

    /// <summary>Splits a key into class and method at the first colon.</summary>
    private static (string Group, string Name) Split(string key)
    {
        int colon = key.IndexOf(':', StringComparison.Ordinal);
        return (key[..colon], key[(colon + 1)..]);
    }

    /// <summary>The entries of one class, or the allowed calls.</summary>
    private sealed class Group(string why)
    {
        public string Why { get; } = why;

        public OrderedDictionary<string, Entry> Entries { get; } = [];
    }

    private sealed class Entry
    {
        /// <summary>The counts, by the keys of <see cref="Facts.Found"/>.</summary>
        public SortedDictionary<string, int> Counts { get; } = new(StringComparer.Ordinal);

        public SortedSet<string> Callers { get; } = new(StringComparer.Ordinal);

        public bool IsAny { get; private set; }

        public bool IsUsed { get; set; }

        public string Why { get; set; } = "";

        public static Entry Parse(ReadOnlySpan<string> parts)
        {
            Entry entry = new();
            foreach (string part in parts)
            {
                string[] words = part.Split(' ', 2);
                switch (words[0])
                {
                    case "any":
                        entry.IsAny = true;
                        break;
                    case "jumps" or "index" or "divide":
                        foreach (string[] pair in words[1].Split(", ").Select(p => p.Split(' ')))
                        {
                            entry.Counts.Add($"{words[0]} {pair[0]}", int.Parse(pair[1], CultureInfo.InvariantCulture));
                        }

                        break;
                    case "from":
                        entry.Callers.UnionWith(words[1].Split(", "));
                        break;
                    default:
                        entry.Why = part;
                        break;
                }
            }

            return entry;
        }

        /// <summary>Keeps the maximum of each count over all runs and type arguments.</summary>
        public void Take(IEnumerable<KeyValuePair<string, int>> counts, IEnumerable<string> callers)
        {
            foreach ((string found, int count) in counts)
            {
                Counts[found] = Math.Max(Counts.GetValueOrDefault(found), count);
            }

            Callers.UnionWith(callers);
        }

        public bool Exceeds(Entry old) =>
            Counts.Any(c => c.Value > old.Counts.GetValueOrDefault(c.Key)) || (old.Callers.Count > 0 && !Callers.IsSubsetOf(old.Callers));

        public override string ToString()
        {
            StringBuilder text = new();
            text.Append(IsAny ? $"{Separator}any" : "");
            foreach (string kind in Facts.Kinds)
            {
                string[] counts = [.. Counts.Where(c => c.Key.StartsWith(kind, StringComparison.Ordinal)).Select(c => $"{c.Key.Split(' ')[1]} {c.Value}")];
                text.Append(counts.Length == 0 ? "" : $"{Separator}{kind} {string.Join(", ", counts)}");
            }

            text.Append(Callers.Count > 0 ? $"{Separator}from {string.Join(", ", Callers)}" : "");
            text.Append(Why.Length > 0 ? $"{Separator}{Why}" : "");
            return text.ToString();
        }
    }
}
