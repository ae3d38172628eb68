#pragma once

#include "core/model/result.h"

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace flipscope {

// The settings of a TOML 1.0 file, to be changed and written anew. All values stay, of whatever kind; comments, and the
// way in which a value was written, do not. Thread rule: that of a plain value.
class TomlTable {
public:
    using Names = std::vector<std::string>;  // that lead to a setting, from the outermost table on

    TomlTable();
    TomlTable(const TomlTable& other);
    TomlTable(TomlTable&& other) noexcept;
    TomlTable& operator=(TomlTable other) noexcept;
    ~TomlTable();

    // An Error says line, column and reason. Bounded in depth; never throws on hostile input.
    [[nodiscard]] static Result<TomlTable> parse(std::string_view text);

    [[nodiscard]] bool has(const Names& path) const;
    // The text or the table there; null: there is none, or a value of another kind.
    [[nodiscard]] std::optional<std::string> textAt(const Names& path) const;
    [[nodiscard]] std::optional<TomlTable> tableAt(const Names& path) const;

    void remove(const Names& path);
    // Makes the tables that lead there; what stands in the way of one is replaced. Precondition: path is not empty.
    void setText(const Names& path, const std::string& text);

    // As a file, which was read again and says the same; an Error when it does not.
    [[nodiscard]] Result<std::string> toText() const;

private:
    struct Content;
    explicit TomlTable(std::unique_ptr<Content> content);

    std::unique_ptr<Content> m_content;  // null only after a move
};

}  // namespace flipscope
